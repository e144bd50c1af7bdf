// A car drives in a circle: motors turn its rear wheels, and steer its front wheels by position.
import { load } from 'linkwork'

const linkwork = await load()
const bodies = [{ name: 'chassis', mass: 300, inertia: [30, 80, 100] }]
const joints = [{ name: 'chassis', type: 'free', parent: 'world', child: 'chassis' }]
const colliders = [{ body: 'world', type: 'plane' }]
for (const name of ['frontLeft', 'frontRight', 'rearLeft', 'rearRight']) {
  const [x, y] = [name.startsWith('front') ? 0.8 : -0.8, name.endsWith('Left') ? 0.5 : -0.5]
  const hub = `${name}Hub`
  bodies.push({ name: hub, mass: 1, inertia: [0.01, 0.01, 0.01] })
  bodies.push({ name, mass: 5, inertia: [0.1, 0.2, 0.1] })
  const steer = { name: hub, type: 'revolute', parent: 'chassis', child: hub, axis: [0, 0, 1] }
  joints.push({ ...steer, parentFrame: { position: [x, y, -0.1] } })
  joints.push({ name, type: 'revolute', parent: hub, child: name, axis: [0, 1, 0] })
  colliders.push({ body: name, type: 'sphere', radius: 0.3 })
}
const initialState = { q: { chassis: [0, 0, 0.4, 0, 0, 0, 1] } }
const contact = { selfCollision: false, colliders }
const mechanism = { linkwork: 1, name: 'car', bodies, joints, contact, initialState }
const car = linkwork.simulate(mechanism, { step: 2e-3 })
for (const rear of ['rearLeft', 'rearRight']) car.joint(rear).motor({ velocity: 10, maxForce: 100 })
for (const hub of ['frontLeftHub', 'frontRightHub', 'rearLeftHub', 'rearRightHub'])
  car
    .joint(hub)
    .motor({ position: hub.startsWith('front') ? 0.3 : 0, stiffness: 1e4, damping: 1e3 })
car.advance(5)
const { velocity, angularVelocity } = car.body('chassis')
console.log(`speed ${Math.hypot(...velocity).toFixed(2)} m/s`)
console.log(`turns at ${angularVelocity[2].toFixed(2)} rad/s`)
