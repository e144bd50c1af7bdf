// A chain of twelve links swings in a three.js scene, and is dragged by the pointer.
import { chain, load } from 'linkwork'
import { DragBodies, MechanismView } from 'linkwork/three'
import * as THREE from 'three'

const linkwork = await load()
const simulation = linkwork.simulate(chain({ links: 12, length: 0.17, mass: 0.3 }))

const scene = new THREE.Scene()
scene.background = new THREE.Color(0xf4f5f7)
scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 3))
const view = new MechanismView(simulation)
scene.add(view)

const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50)
camera.position.set(0, -0.9, 4.5)
const renderer = new THREE.WebGLRenderer({ antialias: true })
renderer.setSize(innerWidth, innerHeight)
document.body.append(renderer.domElement)
const drag = new DragBodies(view, camera, renderer.domElement)

let last = performance.now()
renderer.setAnimationLoop((now) => {
  drag.update()
  simulation.advance(Math.min((now - last) / 1000, 1 / 30)) // a slow page slows down, never piles up
  last = now
  view.update()
  renderer.render(scene, camera)
  document.body.dataset.time = simulation.time.toFixed(3)
})
