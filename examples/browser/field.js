// Eighty four-bar linkages turn on the visitor's GPU, and are drawn from its memory.
import { fourBar, load } from 'linkwork'
import { CopiesView, gridPlaces } from 'linkwork/three'
import * as THREE from 'three/webgpu'

const renderer = new THREE.WebGPURenderer({ antialias: true })
renderer.setSize(innerWidth, innerHeight)
document.body.append(renderer.domElement)
await renderer.init()

const linkwork = await load()
const mechanism = linkwork.mechanism(fourBar())
const count = 80
const crowd = await linkwork.ensemble(mechanism, {
  count,
  solver: { method: 'articulated-body', integrator: 'rk4' },
  step: 2e-3,
  backend: 'gpu',
  device: renderer.backend.device
})
await crowd.scatter({ position: 0.15, velocity: 0.6, seed: 1 })

const scene = new THREE.Scene()
scene.background = new THREE.Color(0xf4f5f7)
scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 3))
const view = new CopiesView(mechanism, crowd, { renderer, places: gridPlaces(count, [1, 1]) })
scene.add(view)
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100)
camera.position.set(0, 4, 9)
camera.lookAt(0, -1, 0)

document.body.dataset.onGpu = String(view.staysOnGpu)
for (;;) {
  await crowd.step(8)
  await view.update()
  renderer.render(scene, camera)
  document.body.dataset.time = (await crowd.time(0)).toFixed(3)
  await new Promise(requestAnimationFrame)
}
