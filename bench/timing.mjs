const batches = 15
const batchSeconds = 0.02

/** Processor time of a number of calls [s]. */
export function seconds(call, count) {
  const start = process.cpuUsage()
  for (let i = 0; i < count; i++) call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

/** Median processor time of a call [s], of batches long enough for the clock. */
export function median(call) {
  let count = 1
  while (seconds(call, count) < batchSeconds) count *= 2
  const times = Array.from({ length: batches }, () => seconds(call, count) / count)
  return times.sort((a, b) => a - b)[Math.floor(batches / 2)]
}
