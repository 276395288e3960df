// What a move does, the reply to it, and how games end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capital } from '../page/core/capital.js';
import { texts as en } from '../page/texts/en.js';
import { texts as zh } from '../page/texts/zh.js';
import { GAMES, hashOf } from './games.js';
import { tell } from './stories.js';
import { answer, line, openPage, start } from './support.js';

start();

tell('why');

for (const game of GAMES.filter(({ name }) => name !== 'tower')) {
  test(`${game.name}: pointing at a move shows the best reply to it, without another request`, async (t) => {
    const { moves } = await answer(game.name, game.start, game.board, { replies: 'true' });
    const page = await openPage(t, hashOf(game));
    await page.locator('.line .chip').first().waitFor();
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const { move, replies, result } of moves) {
      await page.locator(`.moves [data-key="move ${move}"]`).hover();
      const text = await page.locator('#preview').textContent();
      // The move itself is one of the plies.
      const left = result.plies - 1;
      const soon = left ? 'with the next move' : 'This ends the game: ';
      if (!Number.isNaN(left)) assert.ok(text.includes(left > 1 ? `in ${left} moves` : soon), text);
      if (!replies.length) continue;
      assert.match(text, /Best repl(y|ies): /, move);
      assert.ok(text.includes(replies[0]), `${move}: ${text}`);
      assert.ok((await page.locator('#board .is-reply').count()) > 0, move);
    }
    assert.deepEqual(requests, []);
  });
}

/**
 * Games to their end by best play, after a best first move and after the worst; and the first one from
 * its second position, so that whoever wins began, or did not. The last step, and who has won by how
 * much, 0 for the first player, as the server says.
 */
async function endsOf(game) {
  const { moves } = await answer(game.name, game.start, game.board);
  const ended = async (start, first) => {
    const rest = await line(game.name, first?.position ?? start, game.board);
    const steps = [...(first ? [first.move] : []), ...rest.map(({ move }) => move)];
    const address = hashOf({ ...game, start }, `&moves=${encodeURIComponent(steps.join(' '))}`);
    const last = rest.at(-1) ?? first;
    if (first && 'score' in first.result) {
      const { score } = first.result;
      return { address, last, winner: score ? Number(score < 0) : null, margin: Math.abs(score) };
    }
    // The value at the end is that of the player who would be to move then.
    const next = steps.length % 2;
    return { address, last, winner: last.value.outcome === 'win' ? next : 1 - next, margin: null };
  };
  const ends = [ended(game.start, moves[0]), ended(game.start, moves.at(-1))];
  if ('outcome' in moves[0].result) ends.push(ended(moves[0].position, null));
  return Promise.all(ends);
}

/** Of whom a game's last sentence tells. */
const SUBJECTS = {
  chomp: ({ winner }) => 1 - winner,
  number: ({ winner }) => winner,
  tokens: ({ winner, last }) => (last.position === null ? winner : 1 - winner),
};

for (const game of GAMES.filter(({ name }) => name !== 'tower')) {
  test(`${game.name}: the end of a game is told as it was, to both sides, in both languages`, async (t) => {
    const ends = await endsOf(game);
    if (SUBJECTS[game.name]) assert.equal(new Set(ends.map(({ winner }) => winner)).size, 2);
    for (const [lang, texts] of Object.entries({ en, zh })) {
      for (const end of ends) {
        for (const mode of ['', '&mode=play', '&mode=play&side=second']) {
          const page = await openPage(t, end.address + mode, { path: `?lang=${lang}` });
          await page.locator('.verdict-who').first().waitFor();
          const [headline, sentence] = await page
            .locator('.verdict-value, .verdict-who')
            .allTextContents();
          const yours = mode && (mode.includes('second') ? 1 : 0);
          const you = { name: texts.people.you, you: true };
          const { draw, wins, youLose } = texts.end;
          const decided = end.winner === yours ? wins(you, end.margin) : youLose(end.margin);
          if (mode) assert.equal(headline, capital(end.winner === null ? draw : decided));
          const names = mode ? [texts.people.oracle, texts.people.oracle] : [];
          if (mode) names[yours] = texts.people.you;
          const [first, second] = mode ? names : texts.people.firstAndSecond;
          const subject = SUBJECTS[game.name]?.(end);
          if (subject !== undefined) {
            assert.ok(sentence.startsWith(capital([first, second][subject])), sentence);
          } else {
            // Each side's points: their difference is what the first side wins by.
            const [zero, one] = sentence.replace(/\([01AB]\)|of [01]|[01] 的/g, '').match(/\d+/g);
            const lead = end.winner === 1 ? -end.margin : end.margin;
            assert.equal(zero - one, lead, sentence);
          }
        }
      }
    }
  });
}
