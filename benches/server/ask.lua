-- wrk: asks for random positions. Arguments: the folder of this file, and how:
--   single GAME       the full answer of each; `all` are the games whose answers are read from tables
--   batch GAME WHAT   1,000 in one request, `full` answers or `values` alone
--   light             small questions with a pause after each answer, as a few people at their boards ask them
local requests, next_request = {}, 0

local function one(positions, game)
  local path = "/v1/" .. game .. "?position=" .. positions.escape(positions[game]())
  local board = positions.board(game)
  return wrk.format("GET", board and path .. "&board=" .. board or path)
end

local function many(positions, game, what)
  local texts = {}
  for place = 1, 1000 do texts[place] = '"' .. positions[game]() .. '"' end
  local board = positions.board(game)
  local body = '{"positions":[' .. table.concat(texts, ",") .. "]"
    .. (board and ',"board":"' .. board .. '"' or "")
    .. ',"moves":' .. (what == "full" and "true" or "false") .. "}"
  return wrk.format("POST", "/v1/" .. game, { ["Content-Type"] = "application/json" }, body)
end

function init(arguments)
  package.path = arguments[1] .. "/?.lua;" .. package.path
  local positions = require("positions")
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2 ^ 31)
  local how, game, what = arguments[2], arguments[3], arguments[4]
  local games = { game }
  if game == "all" then games = { "number", "tower", "contour", "stake", "tokens" } end
  if how == "light" then
    requests[1] = wrk.format("GET", "/v1/number?position=2+3+4+5+6")
    function delay() return 2 end
  end
  for number = 1, ({ single = 20000, batch = 20 })[how] or 0 do
    requests[number] = (what and many or one)(positions, games[number % #games + 1], what)
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("%9.0f requests/s   p50 %6.2f ms   p99 %6.2f ms   p99.9 %6.2f ms   %d errors\n",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
