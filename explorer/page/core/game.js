/**
 * What a game tells the explorer. Everything else is shared.
 *
 * A *place* is where a game is, as text: for most games the position as the oracle reads it, for
 * one with a die also the roll that is to be played. A *step* is the text of a move, or of a roll.
 *
 * @import {Description} from '../ui/board.js'
 * @import {Answer, MoveAnswer} from './oracle.js'
 * @import {Rung} from './ladder.js'
 * @import {View} from './view.js'
 *
 * @typedef {object} Game
 * @property {string} name as the oracle knows it
 * @property {string} title
 * @property {string} label the title where there is little space
 * @property {string} rule in one line
 * @property {string[]} rules the rest of them, each in a sentence or two
 * @property {[string, string] | null} players null for one player with a die
 * @property {Setup} initial what is shown first
 * @property {{value: string, label: string}[]} sizes of random starts, the smallest first
 * @property {(generator: () => number, size: string) => Setup} random a random start of a size
 * @property {Rung} lowest the first opponent, which who moves at random beats in some of their games
 * @property {0 | 1} wins the side that can win from the first position
 * @property {Lesson[] | null} lessons
 * @property {Setup} small where the first game after the lessons begins
 * @property {Setting[]} settings how the board can be shown, besides results
 * @property {boolean} hasLines whether the oracle knows best play to the end, and best replies
 * @property {(place: string) => string | null} position what the oracle is asked about; null if the
 *     game has ended where there is no position, which is a loss for the player to move
 * @property {((answer: Answer) => string) | null} boardOf the text of the board of an answer, where
 *     an address may have named the board in another way
 * @property {(view: View) => string} copied the position as it is copied
 * @property {boolean} isCustom whether it is drawn from answers alone, and its players may move twice
 * @property {boolean} [hasChances] whether scores are chances: 1 for a win, and -1 for a loss
 * @property {InCatalogue} [inCatalogue] what the catalogue says of it, if it is there
 * @property {(place: string, step: string, position: string | null | undefined) => string | null} lead the place that
 *     a step leads to, from the position in an answer; undefined where answers do not list the step, which may not be
 *     legal then
 * @property {(place: string) => string[]} [possible] steps where answers do not list all of
 *     them, or before there is one
 * @property {(place: string) => 0 | 1} [first] which player is to move at a start, if not always the first one
 * @property {((place: string, generator: () => number) => string | null) | null} roll a random roll
 *     where none stands; null for games without a die
 * @property {boolean} gains whether answers count from the position on, so that the page adds what was scored before
 * @property {(view: View, winner: 0 | 1 | null) => string} ended how a game that is over has ended, in sentences
 * @property {(view: View) => string} [standing] who has gained what so far, in a sentence
 * @property {(answer: Answer, place: string) => Section[]} sections the moves, in groups
 * @property {(step: string) => string} stepWords the step, as read aloud
 * @property {() => Description} board what its board shows
 * @property {(view: View) => Legend[] | null} legend the marks on the board besides results, null
 *     where it shows none of either
 * @property {boolean} marksMoves whether moves are not possible everywhere on the board, so that it marks where they are
 * @property {(view: View, step: string) => string} reason why a move is good or bad, in sentences;
 *     empty where that is not known
 * @property {(view: View) => Fact[]} facts
 * @property {(view: View) => Card[]} cards explanations beside the board
 * @property {PuzzleKind | null} puzzle
 * @property {(() => Promise<{setup: GameSetup}>) | null} setup loads what sets the game up; null if
 *     nothing is known but the text of a position
 * @property {(() => Promise<{map: GameMap}>) | null} map loads a map of many positions
 *
 * @typedef {object} InCatalogue
 * @property {string} family what its sizes and variants share
 * @property {string} kind
 * @property {string} title of the family
 * @property {string | null} command what builds its table, if that is too large to come with the page
 * @property {boolean} isMain whether it stands for the family
 * @property {string} verdict who wins
 *
 * @typedef {object} Setup a game's beginning: a position and, if the game has one, a board
 * @property {string} start
 * @property {string} board empty if the game has none beside the position
 *
 * @typedef {object} Lesson a short game in which each move of the learner is a question
 * @property {Setup} setup
 * @property {LessonStep[]} steps
 * @property {string} end what is said after them
 *
 * @typedef {object} LessonStep one without a text is made by itself: a roll, or the other player's move
 * @property {string} step
 * @property {string} [text] what the learner is asked
 * @property {string} [told] what is said of the other player's move
 *
 * @typedef {object} Setting
 * @property {string} key
 * @property {string} label
 * @property {{value: string, label: string}[]} values the first is the default
 *
 * @typedef {object} Section
 * @property {string} title empty if there is only one
 * @property {string} note
 * @property {string[]} before steps that come before those of this section
 * @property {MoveAnswer[]} moves best first
 * @property {boolean} all whether these are all legal moves
 *
 * @typedef {object} BoardActions
 * @property {(...steps: string[]) => void} play
 * @property {(step: string) => void} instead plays a step instead of the last one
 * @property {(selection: Selection | null) => void} preview shows what one would do, null ends it
 *
 * What can be chosen: a move, a piece with the moves that it can make, or a cell without either.
 *
 * @typedef {{kind: 'move', step: string} | {kind: 'piece', piece: string, steps: string[]}
 *     | {kind: 'cell', cell: string}} Selection
 *
 * @typedef {{mark: string, text: string}} Legend
 * @typedef {{term: string, text: string, explanation: string}} Fact
 * @typedef {{title: string, text: string, source: string}} Card
 * @typedef {{label: string, setup: Setup}} Example
 *
 * @typedef {object} PuzzleKind
 * @property {(generator: () => number, size: number) => Setup} start a random position of a size, which is from 0 to
 *     below 1; the sizes are those of the default tables
 * @property {number} [few] how many choices are enough, where few positions with a single right move have more
 * @property {(setup: Setup, move: MoveAnswer) => number[]} lures how rules of thumb rank a move, the greater the better
 * @property {(generator: () => number, round: number) => Setup} grown an early one, larger from round to round
 * @property {(setup: Setup, generator: () => number, isEarly: boolean) => string[]} [around] random positions on the
 *     board of one, which take its place
 * @property {(ask: (places: string[]) => Promise<(Answer | null)[]>, generator: () => number, isEarly: boolean) =>
 *     Promise<string[]>} [met] positions that random play meets, in games whose rules only the oracle knows
 * @property {number} count how many are asked about at once
 * @property {(setup: Setup) => string} [stays] what of a start no move changes, in games with many boards
 *
 * @typedef {object} GameMap many positions at once, a module of its own
 * @property {{title: string, note: string, some: string, most: string, none?: string}} told what is shown, where it comes
 *     from, and what its two marks and blank cells mean
 * @property {number} least the least width of a cell in pixels: wider maps scroll
 * @property {string[]} rows their names
 * @property {string[]} columns
 * @property {(row: number, column: number) => MapPoint | null} point null where there is none
 *
 * @typedef {object} MapPoint
 * @property {string} text what stands in its cell
 * @property {string} [small] what stands below that
 * @property {'map-some' | 'map-most' | ''} mark
 * @property {string} label as read aloud
 * @property {Setup} setup what it opens
 *
 * @typedef {object} GameSetup what sets a game up, a module of its own
 * @property {Example[]} examples
 * @property {Contest | null} contest
 * @property {(change: (setup: Setup) => void) => Editor} createEditor
 *
 * @typedef {object} Contest
 * @property {string} format `poj1143`
 * @property {string} title
 * @property {string} placeholder
 * @property {(text: string) => {label: string, setup: Setup}[]} read the cases; throws a Failure
 *
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {(setup: Setup) => void} show takes a position over, as far as it can be read
 */

export {};
