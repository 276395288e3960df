-- Random positions of each game that the default tables have, as text.

local positions = {}

-- The numbers up to 20 that are left after naming random ones.
function positions.number()
  local named = {}
  local function name(number)
    local sums = { [0] = true }
    for sum in pairs(named) do sums[sum] = true end
    for multiple = 0, 60, number do
      for sum in pairs(named) do sums[sum + multiple] = true end
      sums[multiple] = true
    end
    named = sums
  end
  local function largest()
    for number = 60, 2, -1 do
      if not named[number] then return number end
    end
    return 0
  end
  name(math.random(5, 11))
  while largest() > 20 do
    local number = math.random(4, 20)
    if not named[number] then name(number) end
  end
  local left = {}
  for number = 2, 20 do
    if not named[number] then left[#left + 1] = number end
  end
  return #left > 0 and table.concat(left, " ") or "none"
end

-- A full tower of up to six levels.
function positions.tower()
  local colours, levels = { "R", "G", "B" }, {}
  for level = 1, math.random(2, 6) do
    levels[level] = colours[math.random(3)] .. colours[math.random(3)] .. colours[math.random(3)]
  end
  return table.concat(levels, "/")
end

-- A contour of the sample board of 10 x 10 cells.
function positions.contour()
  local rows, most = {}, 10
  for row = 1, 10 do
    most = math.random(math.max(0, most - 4), most)
    rows[row] = most
  end
  return table.concat(rows, ",")
end

-- A board of 4 x 4 cells with up to 15 digits.
function positions.stake()
  local cells = {}
  for cell = 1, 16 do cells[cell] = "." end
  local digit, count = 0, math.random(0, 15)
  for _ = 1, count do
    local cell
    repeat cell = math.random(16) until cells[cell] == "."
    cells[cell], digit = tostring(digit), 1 - digit
  end
  local rows = {}
  for row = 0, 3 do rows[row + 1] = table.concat(cells, "", 4 * row + 1, 4 * row + 4) end
  return table.concat(rows, "/")
end

-- A board of up to 4 x 4 cells with a start.
function positions.tokens()
  local rows, columns = math.random(2, 4), math.random(3, 4)
  local cells = {}
  for cell = 1, rows * columns do cells[cell] = math.random(4) == 1 and "#" or "." end
  local first, second = math.random(#cells), math.random(#cells - 1)
  if second >= first then second = second + 1 end
  cells[first], cells[second] = "P", "P"
  local lines = {}
  for row = 0, rows - 1 do
    lines[row + 1] = table.concat(cells, "", columns * row + 1, columns * row + columns)
  end
  return table.concat(lines, "/")
end

-- What is left of a bar of up to 10 x 10 cells.
function positions.chomp()
  local rows, most = {}, 10
  for row = 1, math.random(1, 10) do
    most = math.random(math.max(0, most - 3), most)
    rows[row] = most
  end
  return table.concat(rows, ",")
end

-- The board that a position needs.
function positions.board(game)
  return game == "contour" and "75695848" or nil
end

-- A text as part of an address.
function positions.escape(text)
  return (text:gsub("[^%w,./-]", function(letter)
    return letter == " " and "+" or string.format("%%%02X", letter:byte())
  end))
end

return positions
