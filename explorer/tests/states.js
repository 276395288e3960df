// What the page shows at all, for the pictures of it and for axe-core.
import described from '../page/games/described.json' with { type: 'json' };
import { GAMES, hashOf } from './games.js';
import { DESKTOP, PHONE, answer, line, movesAt } from './support.js';

export const LOOKS = {
  'desktop-light': { ...DESKTOP, colorScheme: 'light' },
  'desktop-dark': { ...DESKTOP, colorScheme: 'dark' },
  'desktop-forced': { ...DESKTOP, forcedColors: 'active' },
  'phone-light': { ...PHONE, colorScheme: 'light' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
};

/** Best play to the end; tower has a die, so its end is a tower that gives nothing. */
export async function endOf(game) {
  if (game.name === 'tower') return '#/tower?start=.G./.R./.B.&mode=play';
  const moves = (await line(game.name, game.start, game.board)).map(({ move }) => move).join(' ');
  return hashOf(game, `&mode=play&moves=${encodeURIComponent(moves)}`);
}

const nothing = async () => {};

/** A game whose first move is the worst one. */
async function spoiled(game) {
  const first = { ...game, ...described[game.name].initial };
  const { moves, rolls } = await answer(first.name, first.start, first.board);
  const [{ roll, moves: rolled }] = rolls?.filter((one) => one.moves.length > 1) ?? [{}];
  const made = [roll, (moves ?? rolled).at(-1).move].filter(Boolean).join(' ');
  return hashOf(first, `&mode=review&at=${roll ? 1 : 0}&moves=${encodeURIComponent(made)}`);
}

/** Each has a name, an address, and what is done there. */
export const STATES = [
  { name: 'all-games', address: () => '', act: nothing },
  {
    name: 'mistakes',
    address: () => '#/stake?moves=2,0+1,2+3,2+1,3',
    act: (page) => page.locator('.try-mistake').first().waitFor(),
  },
  {
    name: 'menu',
    address: () => '#/stake',
    act: async (page) => {
      await page.locator('[data-key=menu]').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'lesson-wrong',
    address: () => '#/stake?mode=lesson',
    act: async (page) => {
      await page.getByRole('gridcell', { name: /^(row 2, column 2,|第 2 行第 2 列)/ }).click();
      await page.locator('.not-told').waitFor();
    },
  },
  ...GAMES.flatMap((game) => [
    { name: game.name, address: () => hashOf(game), act: nothing },
    {
      name: `${game.name}-start`,
      address: () => `#/${game.name}`,
      act: (page) => page.locator('.moves .chip').first().hover(),
    },
    { name: `${game.name}-end`, address: () => endOf(game), act: nothing },
    { name: `${game.name}-lesson`, address: () => `#/${game.name}?mode=lesson`, act: nothing },
    ...Object.entries({ puzzle: 'solution', today: 'solution', survive: 'share' }).map(
      ([mode, key]) => ({
        name: `${game.name}-${mode}`,
        address: () => `#/${game.name}?mode=${mode}`,
        act: async (page) => {
          await page.locator('.moves .chip').first().waitFor();
          await page.locator(`.controls [data-key=${key}]`).waitFor();
        },
      }),
    ),
    {
      name: `${game.name}-today-failed`,
      address: () => `#/${game.name}?mode=today`,
      act: async (page) => {
        await page.locator('.moves .chip').first().waitFor();
        const moves = await movesAt(page, game);
        await page.locator(`.moves [data-key="move ${moves.at(-1).move}"]`).click();
        await page.locator('.puzzle-result').waitFor();
      },
    },
    {
      name: `${game.name}-review`,
      address: () => spoiled(game),
      act: async (page) => {
        await page.locator('[data-key=better]').click();
        await page.locator('.puzzle-result').waitFor();
      },
    },
    ...['setup', 'new', 'share'].map((dialog) => ({
      name: `${game.name}-${dialog}`,
      address: () => hashOf(game),
      act: async (page) => {
        await page.locator(`[data-key=${dialog}]`).first().click();
        await page.getByRole('dialog').waitFor();
      },
    })),
  ]),
];
