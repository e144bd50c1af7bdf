import { useFrame } from '@react-three/fiber'
import { load } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import { use, useEffect, useRef, useState } from 'react'

const loading = load()

/**
 * A mechanism in motion, inside <Canvas> and <Suspense>. Memory of WebAssembly and of the GPU is freed when
 * it leaves the picture, or gets another mechanism or other options.
 */
export function Mechanism({ mechanism, options, onStep, children, ...group }) {
  const linkwork = use(loading)
  const moving = useRef() // what frames may use: state lags behind by one
  const [view, setView] = useState()
  useEffect(() => {
    const simulation = linkwork.simulate(mechanism, options)
    moving.current = { simulation, view: new MechanismView(simulation) }
    setView(moving.current.view)
    return () => {
      const { view } = moving.current
      moving.current = undefined
      setView(undefined)
      view.dispose()
      simulation.dispose()
    }
  }, [linkwork, mechanism, options])
  useFrame((_, seconds) => {
    if (!moving.current) return
    const { simulation, view } = moving.current
    simulation.advance(Math.min(seconds, 1 / 30)) // a slow page slows down, never piles up
    view.update()
    onStep?.(simulation)
  })
  return view && (
    <group {...group}>
      <primitive object={view} dispose={null} />
      {children}
    </group>
  )
}
