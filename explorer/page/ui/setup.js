/**
 * The dialog in which a position is set up: an example, an editor, text, or a contest's input.
 *
 * @import {Contest, GameSetup, Setup} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { Failure, isAbort } from '../core/oracle.js';
import { openDialog } from './dialog.js';
import { chips, clickable, div, element, marked, p, update } from './dom.js';

/**
 * @param {Session} session
 * @param {GameSetup | null} setup of the game that is shown
 */
export function openSetup(session, setup) {
  const { game, state, node } = session.view;
  const current = { start: game.position(node.place) ?? state.start, board: state.board };
  const ending = new AbortController();
  const list = chips(
    (setup?.examples ?? []).map(({ label, setup: at }) => example(label, at)),
    'ul',
  );
  list.classList.add('examples');
  const dialog = openDialog(texts.setup.title, [
    setup && element('section', {}, element('h3', {}, texts.setup.examples), list),
    ownPosition(),
    setup?.contest && contestForm(setup.contest),
  ]);
  dialog.addEventListener('close', () => ending.abort());
  if (setup) showBoardsOfTables(setup);

  /** Adds the boards that the oracle has tables of to the examples. @param {GameSetup} setup */
  async function showBoardsOfTables({ contest, examples }) {
    // Without the list of tables the other examples still serve.
    const { signal } = ending;
    const tables = await session.oracle.tables({ signal }).catch(() => []);
    for (const { table, board } of tables) {
      if (!contest || !board || !table.startsWith(`${game.name}-`)) continue;
      try {
        const known = examples.map(({ setup }) => setup.board + setup.start);
        for (const { label: numbered, setup } of contest.read(board)) {
          if (known.includes(setup.board + setup.start)) continue;
          // Cases of a contest are numbered.
          const name = numbered.replace(/^\d+: /, '');
          list.append(element('li', {}, example(texts.setup.ofTable(name), setup)));
        }
      } catch (error) {
        // Tables can have larger boards than the contest, or boards on which no piece stands.
        if (!(error instanceof Failure)) throw error;
      }
    }
  }

  /** @param {Setup} setup */
  function begin(setup) {
    dialog.close();
    session.begin(setup, { mode: 'analyse' });
  }

  /** @type {(label: string, setup: Setup) => HTMLButtonElement} */
  function example(label, setup) {
    return clickable({ class: 'chip chip-plain', click: () => begin(setup) }, label);
  }

  /** An editor and a text field that follow each other; of a game without a setup the field alone. */
  function ownPosition() {
    const text = element('input', {
      type: 'text',
      id: 'setup-text',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
    });
    const board = element('textarea', { id: 'setup-board', rows: 5, spellcheck: 'false' });
    const problem = problemOf('setup-problem');
    const read = () => ({ start: text.value.trim(), board: board.value.trim() });
    const editor = setup?.createEditor((changed) => {
      text.value = changed.start;
      board.value = changed.board;
    });
    const follow = () => editor?.show(read());
    text.addEventListener('input', follow);
    board.addEventListener('input', follow);
    text.value = current.start;
    board.value = current.board;
    editor?.show(current);
    return form(
      () => submit(read(), text, problem),
      editor && element('h3', {}, texts.setup.editor),
      editor?.element,
      current.board && label('setup-board', texts.setup.boardText),
      current.board && board,
      label('setup-text', texts.setup.positionText),
      text,
      problem,
      element('button', { type: 'submit', class: 'button button-main' }, texts.setup.show),
    );
  }

  /**
   * Shows the position if the oracle takes it, else what is wrong with it.
   *
   * @type {(setup: Setup, input: HTMLInputElement, problem: HTMLElement) => Promise<void>}
   */
  async function submit(setup, input, problem) {
    const position = game.position(setup.start) ?? setup.start;
    const options = { board: setup.board || undefined, replies: game.hasLines };
    try {
      const { signal } = ending;
      await session.oracle.answer(game.name, position, { ...options, signal });
      begin(setup);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Failure)) throw error;
      showProblem(problem, input, error);
    }
  }

  /** @param {Contest} contest */
  function contestForm(contest) {
    const input = element('textarea', {
      id: 'setup-contest',
      rows: 6,
      spellcheck: 'false',
      placeholder: contest.placeholder,
    });
    const problem = problemOf('contest-problem');
    const cases = div('cases');
    const read = () => {
      update(cases);
      update(problem);
      input.removeAttribute('aria-invalid');
      try {
        const found = contest.read(input.value);
        if (found.length === 1) {
          begin(found[0].setup);
          return;
        }
        update(
          cases,
          p('note', texts.setup.cases(found.length)),
          chips(found.map(({ label, setup }) => example(label, setup))),
        );
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        showProblem(problem, input, error);
      }
    };
    return form(
      read,
      element('h3', {}, texts.setup.contest(contest.title)),
      label('setup-contest', texts.setup.paste(contest.format)),
      input,
      problem,
      element('button', { type: 'submit', class: 'button' }, texts.setup.read),
      cases,
    );
  }
}

/** @type {(submit: () => void, ...children: Child[]) => HTMLFormElement} */
function form(submit, ...children) {
  const made = element('form', {}, ...children);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  return made;
}

/** @type {(id: string, caption: string) => HTMLLabelElement} */
function label(id, caption) {
  return element('label', { class: 'field', for: id }, element('span', {}, caption));
}

/** Where what is wrong is told. @param {string} id */
function problemOf(id) {
  return element('div', { class: 'field-problem', id, role: 'alert' });
}

/** @type {(problem: HTMLElement, input: HTMLElement, failure: Failure) => void} */
function showProblem(problem, input, { code, message, hint }) {
  const told = texts.failures.byCode(code, message, hint);
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', problem.id);
  update(
    problem,
    p('failure-message', ...marked(told.message)),
    told.hint && element('p', {}, ...marked(told.hint)),
  );
  input.focus();
}
