/** What the program says of its games in English; written by the documents' test of the program. */
// prettier-ignore
export const described = {
  number: {
    name: "The Number Game (Sylver coinage)",
    label: "Number",
    rule: "Name a number that is not a sum of numbers named before. Whoever can name none loses.",
    rules: "Name a number above 1 that is not a sum of numbers named before, each of which may be used as often as you like. Whoever cannot name a number loses.",
    initial: { start: "after:5,6", board: "" },
  },
  tower: {
    name: "Colored Jenga",
    label: "Jenga",
    rule: "Each minute, take a block of the rolled colour and put it on top. End it soon.",
    rules: "Each minute roll a die; take a block of that colour from below the top, and put it on top. A level below the top keeps its middle block or both at its sides. The die has one red side, two green, two blue and a black one; on black, or where no block of the colour can be taken, the minute passes. The game ends when none ever can be: the sooner, the better.",
    initial: { start: "RGB/GRG/BBB/GGR", board: "" },
  },
  contour: {
    name: "Contour (一双木棋)",
    label: "Contour",
    rule: "Claim open cells in turn. Each cell is worth different scores to the two players.",
    rules: "Claim a cell whose neighbours above and to the left are all taken. Each cell is worth one score to A and another one to B: `5:3` is 5 for A and 3 for B. When the board is full, the player with more wins by the difference.",
    initial: { start: "3,2,1", board: "4 4 1 5 9 1 1 4 5 6 1 9 9 6 1 6 2 7 7 2 2 5 6 0 4 4 4 0 9 3 0 4 4 5" },
  },
  stake: {
    name: "Stake Your Claim",
    label: "Stake",
    rule: "Fill cells in turn with your digit, 0 or 1. The larger connected region wins.",
    rules: "Fill an empty cell with your own digit, 0 or 1. Cells of a digit that touch at their sides make a region. When the board is full, the player with the larger biggest region wins by the difference.",
    initial: { start: "01.1/00../.01./...1", board: "" },
  },
  tokens: {
    name: "Two Tokens",
    label: "Tokens",
    rule: "Move either piece one step. No position may come back; landing on the other piece wins.",
    rules: "Move either piece, P, one step up, down, left or right, onto a cell that is not removed, #. A pair of cells on which the pieces have stood may not come back. Whoever lands on the other piece wins; whoever cannot move loses.",
    initial: { start: "P#.##/...#./.#P../#..#.", board: "" },
  },
  chomp: {
    name: "Chomp",
    label: "Chomp",
    rule: "Bite off a cell and everything below and to the right of it. Whoever takes the poisoned corner loses.",
    rules: "Bite off a cell of a chocolate bar, and everything below and to the right of it. Whoever takes the poisoned corner, `!`, loses.",
    initial: { start: "5,5,5,5", board: "" },
  },
};
