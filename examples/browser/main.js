// A chain of forty links swings in a three.js scene.
import { chain, load } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import * as THREE from 'three'

const linkwork = await load()
const simulation = linkwork.simulate(chain({ links: 40, length: 0.05, mass: 0.1 }))

const scene = new THREE.Scene()
scene.background = new THREE.Color(0xf4f5f7)
scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 3))
const view = new MechanismView(simulation)
scene.add(view)

const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50)
camera.position.set(0, -0.5, 6)
const renderer = new THREE.WebGLRenderer({ antialias: true })
renderer.setSize(innerWidth, innerHeight)
document.body.append(renderer.domElement)

let last = performance.now()
renderer.setAnimationLoop((now) => {
  simulation.advance(Math.min((now - last) / 1000, 1 / 30)) // a slow page slows down, never piles up
  last = now
  view.update()
  renderer.render(scene, camera)
  document.body.dataset.time = simulation.time.toFixed(3)
})
