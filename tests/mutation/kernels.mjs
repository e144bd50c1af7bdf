/** The kernels: what every step computes with. A folder is all of its headers. */
export const kernels = [
  'cpp/linkwork/linalg/',
  'cpp/linkwork/linalg/singular_values.cpp',
  'cpp/linkwork/spatial/',
  'cpp/linkwork/constraints/rows.hpp',
  'cpp/linkwork/dynamics/articulation.hpp',
  'cpp/linkwork/dynamics/cluster_columns.hpp',
  'cpp/linkwork/dynamics/general_composites.hpp',
  'cpp/linkwork/dynamics/force_crossing.hpp',
  'cpp/linkwork/dynamics/newton_euler.hpp',
  'cpp/linkwork/dynamics/kernels/',
  'cpp/linkwork/dynamics/kernels/planar_loops.cpp',
  'cpp/linkwork/contact/coulomb_solver.cpp',
  'cpp/linkwork/contact/coulomb_problem.cpp',
  'cpp/linkwork/maximal/eliminated_joint.hpp',
  'cpp/linkwork/maximal/sparse_ldu.cpp',
  'cpp/linkwork/integrators/discrete_momentum.cpp',
  'cpp/linkwork/integrators/joint_displacement.hpp',
  'cpp/linkwork/integrators/newton_sweep.cpp'
]
