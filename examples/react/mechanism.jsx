import { useFrame } from '@react-three/fiber'
import { load } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import { use, useEffect, useState } from 'react'

const loading = load()

/**
 * A mechanism in motion, inside <Canvas> and <Suspense>. What belongs to WebAssembly and to the GPU is
 * given back when it leaves the picture, or is given another mechanism or other options.
 */
export function Mechanism({ mechanism, options, onStep, children, ...group }) {
  const linkwork = use(loading)
  const [shown, setShown] = useState()
  useEffect(() => {
    const simulation = linkwork.simulate(mechanism, options)
    const view = new MechanismView(simulation)
    setShown({ simulation, view })
    return () => {
      setShown(undefined)
      view.dispose()
      simulation.dispose()
    }
  }, [linkwork, mechanism, options])
  useFrame((_, seconds) => {
    if (!shown) return
    shown.simulation.advance(Math.min(seconds, 1 / 30)) // a slow page slows down, never piles up
    shown.view.update()
    onStep?.(shown.simulation)
  })
  return shown && (
    <group {...group}>
      <primitive object={shown.view} dispose={null} />
      {children}
    </group>
  )
}
