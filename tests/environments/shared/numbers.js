/** What a four-bar comes to in 100 steps: everywhere the same numbers. */
export async function numbers({ fourBar, load }, options) {
  const linkwork = await load(options)
  const simulation = linkwork.simulate(fourBar())
  simulation.step(100)
  return simulation.q.join(' ')
}
