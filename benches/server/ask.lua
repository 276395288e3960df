-- wrk: asks what a file says, again and again. Arguments: the file, each line of it a path, or a path and a body
-- after a tab; and `light` for a pause after each answer, as a few people at their boards make it.
local requests, next_request = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, body = line:match("^(%S+)\t?(.*)$")
    requests[#requests + 1] = body == "" and wrk.format("GET", path)
      or wrk.format("POST", path, { ["Content-Type"] = "application/json" }, body)
  end
  if arguments[2] == "light" then
    function delay() return 2 end
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
