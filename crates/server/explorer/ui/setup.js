/** @import {Contest, Game, Setup} from '../core/game.js' */
/** @import {Session} from '../core/session.js' */
import { Failure } from '../core/oracle.js';
import { element, icon, replace } from './dom.js';

/** The dialog in which a position is set up: an example, an editor, text, or a contest's input. */
export class SetupDialog {
  #session;
  #body = element('div', { class: 'dialog-body' });
  element = element('dialog', { class: 'dialog', 'aria-labelledby': 'setup-title' });

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.element.append(
      element(
        'div',
        { class: 'dialog-head' },
        element('h2', { id: 'setup-title' }, 'Set up a position'),
        element(
          'button',
          {
            type: 'button',
            class: 'icon-button',
            'aria-label': 'Close',
            click: () => this.element.close(),
          },
          icon('close'),
        ),
      ),
      this.#body,
    );
  }

  open() {
    const { game, state, node } = this.#session.view;
    replace(
      this.#body,
      this.#examples(game),
      this.#ownPosition(game, {
        start: game.position(node.place) ?? state.start,
        board: state.board,
      }),
      game.contest && this.#contest(game.contest),
    );
    this.element.showModal();
    this.#showBoardsOfTables(game);
  }

  /**
   * Adds the boards that the oracle has tables of to the examples.
   *
   * @param {Game} game
   */
  async #showBoardsOfTables({ name, contest }) {
    const list = this.#body.querySelector('.examples');
    // Without the list of tables the other examples still serve.
    const tables = await this.#session.oracle.tables({}).catch(() => []);
    for (const { table, board } of tables) {
      if (!contest || !board || !table.startsWith(`${name}-`)) continue;
      try {
        for (const { setup } of contest.read(board)) list?.append(this.#example(table, setup));
      } catch (error) {
        // Tables can have larger boards than the contest, or boards on which no piece stands.
        if (!(error instanceof Failure)) throw error;
      }
    }
  }

  /**
   * @param {Setup} setup
   */
  #begin(setup) {
    this.element.close();
    this.#session.begin(setup, { mode: 'analyse' });
  }

  /** @param {Game} game */
  #examples(game) {
    return element(
      'section',
      {},
      element('h3', {}, 'Examples'),
      element(
        'ul',
        { class: 'chips examples' },
        ...game.examples.map(({ label, setup }) => this.#example(label, setup)),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {Setup} setup
   */
  #example(label, setup) {
    const begin = () => this.#begin(setup);
    return element(
      'li',
      {},
      element('button', { type: 'button', class: 'chip chip-plain', click: begin }, label),
    );
  }

  /**
   * An editor and a text field that follow each other.
   *
   * @param {Game} game
   * @param {Setup} current
   */
  #ownPosition(game, current) {
    const text = element('input', {
      type: 'text',
      id: 'setup-text',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
    });
    const board = element('textarea', { id: 'setup-board', rows: 5, spellcheck: 'false' });
    const problem = element('div', { class: 'field-problem', id: 'setup-problem', role: 'alert' });
    const read = () => ({ start: text.value.trim(), board: board.value.trim() });
    const editor = game.createEditor((setup) => {
      text.value = setup.start;
      board.value = setup.board;
    });
    const follow = () => editor.show(read());
    text.addEventListener('input', follow);
    board.addEventListener('input', follow);
    text.value = current.start;
    board.value = current.board;
    editor.show(current);
    return element(
      'form',
      {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.#submit(game, read(), text, problem);
        },
      },
      element('h3', {}, 'Editor'),
      editor.element,
      current.board &&
        element(
          'label',
          { class: 'field', for: 'setup-board' },
          element('span', {}, 'Board as text'),
        ),
      current.board && board,
      element(
        'label',
        { class: 'field', for: 'setup-text' },
        element('span', {}, 'Position as text'),
      ),
      text,
      problem,
      element('button', { type: 'submit', class: 'button button-main' }, 'Show this position'),
    );
  }

  /**
   * Shows the position if the oracle takes it, else what is wrong with it.
   *
   * @param {Game} game
   * @param {Setup} setup
   * @param {HTMLInputElement} input
   * @param {HTMLElement} problem
   */
  async #submit(game, setup, input, problem) {
    try {
      await this.#session.oracle.answer(game.name, game.position(setup.start) ?? setup.start, {
        board: setup.board || undefined,
      });
      this.#begin(setup);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      showProblem(problem, input, error);
    }
  }

  /** @param {Contest} contest */
  #contest(contest) {
    const input = element('textarea', {
      id: 'setup-contest',
      rows: 6,
      spellcheck: 'false',
      placeholder: contest.placeholder,
    });
    const problem = element('div', {
      class: 'field-problem',
      id: 'contest-problem',
      role: 'alert',
    });
    const cases = element('div', { class: 'cases' });
    const read = () => {
      replace(cases);
      replace(problem);
      input.removeAttribute('aria-invalid');
      try {
        const found = contest.read(input.value);
        if (found.length === 1) {
          this.#begin(found[0].setup);
          return;
        }
        replace(
          cases,
          element('p', { class: 'note' }, `${found.length} cases; choose one:`),
          element(
            'ol',
            { class: 'chips' },
            ...found.map(({ label, setup }) => this.#example(label, setup)),
          ),
        );
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        showProblem(problem, input, error);
      }
    };
    return element(
      'form',
      {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          read();
        },
      },
      element('h3', {}, `Input of the contest: ${contest.title}`),
      element(
        'label',
        { class: 'field', for: 'setup-contest' },
        element('span', {}, `Paste input in the format ${contest.format}`),
      ),
      input,
      problem,
      element('button', { type: 'submit', class: 'button' }, 'Read the input'),
      cases,
    );
  }
}

/**
 * @param {HTMLElement} problem
 * @param {HTMLElement} input
 * @param {Failure} failure
 */
function showProblem(problem, input, { message, hint }) {
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', problem.id);
  replace(
    problem,
    element('p', { class: 'failure-message' }, message),
    hint && element('p', {}, hint),
  );
  input.focus();
}
