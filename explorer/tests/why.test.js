// What a move does, the reply to it, and how games end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capital } from '../page/core/capital.js';
import { texts as en } from '../page/texts/en.js';
import { texts as zh } from '../page/texts/zh.js';
import { GAMES, hashOf } from './games.js';
import { answer, ask, line, shows, start, withPage } from './support.js';

start();

async function withReplies({ name, start: position, board }) {
  const query = new URLSearchParams({ position, replies: 'true', ...(board ? { board } : {}) });
  return ask(`/v1/${name}?${query}`);
}

for (const game of GAMES.filter(({ name }) => name !== 'tower')) {
  test(`${game.name}: pointing at a move shows the best reply to it, without another request`, async () => {
    const { moves } = await withReplies(game);
    await withPage(hashOf(game), {}, async (page) => {
      await page.locator('.line .chip').first().waitFor();
      const requests = [];
      page.on('request', (request) => requests.push(request.url()));
      for (const { move, replies, result } of moves) {
        await page.locator(`.moves [data-key="move ${move}"]`).hover();
        const text = await page.locator('#preview').textContent();
        // The move itself is one of the plies.
        const left = result.plies === undefined ? '' : `in ${result.plies - 1} move`;
        assert.ok(text.includes(left === 'in 0 move' ? 'This ends the game: ' : left), text);
        if (!replies.length) continue;
        assert.match(text, /best repl(y|ies): /, move);
        assert.ok(text.includes(replies[0]), `${move}: ${text}`);
        assert.ok((await page.locator('#board .is-reply').count()) > 0, move);
      }
      assert.deepEqual(requests, []);
    });
  });
}

test('how many moves keep the result is told', async () => {
  await withPage('#/stake', {}, async (page) => {
    await page.getByText('Only one of 8 moves keeps this result.').waitFor();
  });
});

test('the end of a game says who won, by how much, and what the first mistake was', async () => {
  await withPage(
    '#/stake?mode=play&seed=3&moves=2,0+1,2+3,2+1,3+0,2+2,3+3,1+3,0',
    {},
    async (page) => {
      await page.locator('.verdict-value', { hasText: /You (win|lose) by|A draw/ }).waitFor();
      await page.getByText(/first was 1\. 2,0, where 1,2 kept \+2|mistake: 1\. 2,0/).waitFor();
      for (const name of ['Review', 'Rematch', 'Other side']) {
        await page.getByRole('button', { name }).waitFor();
      }
      await page.getByRole('button', { name: 'Review' }).click();
      await page.locator('.try-mistake').first().waitFor();
    },
  );
});

test('a wrong answer to a puzzle says what refutes it', async () => {
  await withPage('#/number', {}, async (page) => {
    await page.locator('[data-key="mode puzzle"]').click();
    await page.locator('.controls [data-key=solution]').waitFor();
    const fields = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    const found = await ask(
      `/v1/number?${new URLSearchParams({ position: fields.get('start'), replies: 'true' })}`,
    );
    const wrong = found.moves.find(({ best, replies }) => !best && replies.length);
    await page.locator(`#board [data-step="${wrong.move}"]`).click();
    await page.getByText(`The answer to it is ${wrong.replies[0]}.`).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator(`#board [data-step="${found.moves[0].move}"]`).click();
    await page.getByText(`Right: ${found.moves[0].move} is the only best move`).waitFor();
  });
});

for (const game of GAMES) {
  test(`${game.name}: the lesson is played by following it`, async () => {
    await withPage(`#/${game.name}?mode=lesson`, {}, async (page) => {
      for (let step = 0; step < 10; step += 1) {
        const next = page.locator('[data-key=told]');
        if (!(await next.count())) break;
        const at = await page.locator('.verdict-source').textContent();
        await next.click();
        await page.waitForFunction(
          (before) => document.querySelector('.verdict-source')?.textContent !== before,
          at,
        );
      }
      await page.getByText('That was a game').waitFor();
      await page.locator('[data-key=play]').click();
      await page.waitForFunction(() => location.hash.includes('mode=play'));
    });
  });
}

/** Best play to the end, who wins it by the rules, 0, 1 or null, and by how much. */
async function played(game) {
  if (game.name === 'tower') return { more: '', winner: null, margin: null };
  const moves = (await line(game.name, game.start, game.board)).map(({ move }) => move);
  const more = `&moves=${encodeURIComponent(moves.join(' '))}`;
  const { value } = await answer(game.name, game.start, game.board);
  if ('score' in value) {
    const { score } = value;
    return { more, winner: score > 0 ? 0 : score < 0 ? 1 : null, margin: Math.abs(score) };
  }
  const last = (moves.length - 1) % 2;
  // Whoever bites last in chomp has taken the poisoned corner; in the other games the last move wins.
  return { more, winner: game.name === 'chomp' ? 1 - last : last, margin: null };
}

for (const game of GAMES) {
  test(`${game.name}: the end of a game is told as it was, to both sides, in both languages`, async () => {
    const { more, winner, margin } = await played(game);
    const over = game.name === 'tower' ? '#/tower?start=.G./.R./.B.' : hashOf(game, more);
    for (const [lang, texts] of Object.entries({ en, zh })) {
      const said = new Set();
      for (const mode of ['', '&mode=play', '&mode=play&side=second']) {
        await withPage(`${over}${mode}`, { path: `?lang=${lang}` }, async (page) => {
          await page.locator('.verdict-who').first().waitFor();
          const [headline, sentence] = await page
            .locator('.verdict-value, .verdict-who')
            .allTextContents();
          said.add(sentence);
          if (!mode) return;
          const side = mode.includes('second') ? 1 : 0;
          const you = { name: texts.people.you, you: true };
          const { over: end, draw, wins, youLose } = texts.end;
          const decided = winner === side ? wins(you, margin) : youLose(margin);
          const undecided = game.name === 'tower' ? end : draw;
          assert.equal(headline, capital(winner === null ? undecided : decided));
        });
      }
      // The winner, the loser and whoever looks on are told the same, so it must be true of each.
      assert.equal(said.size, 1, [...said].join());
      assert.doesNotMatch([...said].join(), /\b(you|your|other|oracle)\b|你|对方/i);
    }
  });
}

test('reasons: pairs in number, regions in stake, what opens in contour, partners in tokens, arms in chomp, rolls in tower', async () => {
  const reasons = [
    ['#/number?start=after:8,12', '#board [data-step="2"]', /2 and 3 are partners/],
    [
      '#/stake?start=01.1/00../.01./...1',
      '#board [data-step="0,2"]',
      /keeps the other’s regions of 1 and 1/,
    ],
    ['#/contour', '#board [data-step="1,2"]', /It opens /],
    ['#/tokens', '#board .is-best', /partner/],
    ['#/chomp?start=3,3,3', '#board [data-step="1,1"]', /two arms of the same length/],
    ['#/tower?start=RGB/GRG', '#board [data-step="take 1L"]', /wastes? a minute/],
  ];
  for (const [hash, selector, expected] of reasons) {
    await withPage(hash, {}, async (page) => {
      await page.locator(selector).first().hover();
      await page.locator('#preview').getByText(expected).waitFor();
    });
  }
});

test('side branches and the plot are there after a reload', async () => {
  await withPage('#/chomp?start=4,4,1', {}, async (page) => {
    await page.locator('#board [data-step="1,1"]').click();
    await shows(page, '4,1,1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('#board [data-step="2,0"]').click();
    await shows(page, '4,4');
    const bars = () =>
      page.locator('.plot-bar').evaluateAll((all) => all.map((bar) => bar.getAttribute('height')));
    await page.waitForFunction(() => document.querySelectorAll('.plot-bar').length === 2);
    const before = await bars();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.plot-bar').length === 2);
    assert.equal(await page.locator('.tree .try').count(), 3);
    assert.deepEqual(await bars(), before);
  });
});
