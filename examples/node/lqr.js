// A regulator (LQR) swings the pole of a cart from 0.3 rad off upright to upright.
import { cartPendulum, load } from 'linkwork'
import { lqr } from 'linkwork/control'

const model = (await load()).model(cartPendulum())
const regulator = lqr(model, { motors: ['rail'], q: { rail: 0, pivot: Math.PI } })
const simulation = model.simulate({ state: { q: { pivot: Math.PI - 0.3 } } })
for (; simulation.time < 8; simulation.step(10)) regulator.apply(simulation)
const error = simulation.joint('pivot').angle - Math.PI
console.log(`off upright by ${error.toFixed(4)} rad`)
