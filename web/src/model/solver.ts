import type { Integrator, Method, Simulation, SimulationOptions, Solver } from 'linkwork'

interface Names {
  readonly method: Method
  readonly integrator: Integrator
}

/** Method and integrator for the library. The settings offer only integrators that the method has. */
export const solverFrom = ({ method, integrator }: Names): Solver =>
  ({ method, integrator }) as Solver

/** The same with the length of a step [s], as options of `simulate`. */
export const optionsFrom = ({
  step,
  ...names
}: Names & { readonly step: number }): SimulationOptions => ({
  solver: solverFrom(names),
  step
})

/** Changes the solver of a simulation to what is chosen, if it has another one. */
export function setSolver(simulation: Simulation, choice: Partial<Names>): void {
  if (choice.method && choice.method !== simulation.solver.method)
    simulation.solver = { method: choice.method } as Solver
  if (choice.integrator && choice.integrator !== simulation.solver.integrator)
    simulation.solver = solverFrom({ ...simulation.solver, integrator: choice.integrator })
}
