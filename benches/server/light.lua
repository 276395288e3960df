-- wrk: small questions, with a pause after each answer, as a few people at their boards ask them.
request = function()
  return wrk.format("GET", "/v1/number?position=2+3+4+5+6")
end

delay = function()
  return 2
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("p50 %6.2f ms   p99 %6.2f ms   p99.9 %6.2f ms   %d errors\n",
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
