-- wrk: asks for the full answers of random positions. Arguments: the folder of this file, and a
-- game, or `all` for those whose answers are read from tables.
local paths, next_path = {}, 0

function init(arguments)
  package.path = arguments[1] .. "/?.lua;" .. package.path
  local positions = require("positions")
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2 ^ 31)
  local games = { arguments[2] }
  if games[1] == "all" then games = { "number", "tower", "contour", "stake", "tokens" } end
  for number = 1, 20000 do
    local game = games[number % #games + 1]
    local path = "/v1/" .. game .. "?position=" .. positions.escape(positions[game]())
    local board = positions.board(game)
    if board then path = path .. "&board=" .. board end
    paths[number] = wrk.format("GET", path)
  end
end

function request()
  next_path = next_path % #paths + 1
  return paths[next_path]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("%9.0f requests/s   p50 %6.2f ms   p99 %6.2f ms   %d errors\n",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
