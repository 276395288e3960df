-- wrk: asks for 1,000 random positions of a game in one request. Arguments: the folder of this
-- file, the game, and `full` for full answers or `values` for values alone.
local bodies, next_body = {}, 0

function init(arguments)
  package.path = arguments[1] .. "/?.lua;" .. package.path
  local positions = require("positions")
  local game = arguments[2]
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2 ^ 31)
  local board = positions.board(game)
  local rest = (board and ',"board":"' .. board .. '"' or "")
    .. ',"moves":' .. (arguments[3] == "full" and "true" or "false") .. "}"
  for number = 1, 20 do
    local texts = {}
    for place = 1, 1000 do texts[place] = '"' .. positions[game]() .. '"' end
    local body = '{"positions":[' .. table.concat(texts, ",") .. "]" .. rest
    local headers = { ["Content-Type"] = "application/json" }
    bodies[number] = wrk.format("POST", "/v1/" .. game, headers, body)
  end
end

function request()
  next_body = next_body % #bodies + 1
  return bodies[next_body]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("p50 %6.2f ms   p99 %6.2f ms   %d errors\n",
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
