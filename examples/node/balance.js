// Balances a pole on a cart with a linear-quadratic regulator.
import { cartPendulum, load } from 'linkwork'
import { lqr } from 'linkwork/control'

const linkwork = await load()
const model = linkwork.model(cartPendulum())
const regulator = lqr(model, { motors: ['rail'], q: { rail: 0, pivot: Math.PI }, period: 1e-3 })
console.log(`gains ${regulator.gains[0].map((gain) => gain.toFixed(3)).join(' ')}`)

const simulation = model.simulate({ step: 1e-3 })
simulation.setState([0.5, Math.PI - 0.3], [0, 0])
for (let millisecond = 0; millisecond <= 8000; millisecond++) {
  if (millisecond % 1000 === 0) {
    const [cart, tilt] = regulator.deviation(simulation)
    const seconds = simulation.time.toFixed(1)
    console.log(`t = ${seconds} s  cart ${cart.toFixed(4)} m  tilt ${tilt.toFixed(4)} rad`)
  }
  regulator.apply(simulation)
  simulation.step()
}
simulation.dispose()
model.dispose()
