/** The state of a four-bar after 100 steps: everywhere the same numbers. */
export async function numbers({ fourBar, load }, options) {
  const linkwork = await load(options)
  const simulation = linkwork.simulate(fourBar())
  simulation.step(100)
  return simulation.q.join(' ')
}

/** The same from copies in workers, each of which moves as one alone does. */
export async function workerNumbers({ fourBar }, { workerEnsemble }) {
  const copies = await workerEnsemble(fourBar(), { count: 2, workers: 2 })
  await copies.step(100)
  const q = await copies.read('q')
  copies.dispose()
  return q.slice(q.length / 2).join(' ')
}
