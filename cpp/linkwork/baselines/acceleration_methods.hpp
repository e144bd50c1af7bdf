#pragma once

#include <array>
#include <string_view>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// v̇ of all tree joints at a state under forces, by one way of computing it.
using Accelerations = Eigen::VectorXd (*)(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v,
                                          const AppliedForces<double>& forces,
                                          Workspace<double>& work);

/// The articulated-body algorithm, linear in the bodies (forward_dynamics.hpp).
Eigen::VectorXd articulatedBodyAccelerations(const ClusterTree<double>& tree,
                                             const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                             const AppliedForces<double>& forces,
                                             Workspace<double>& work);

/// H ÿ = Gᵀτ − C by the mass matrix of composite bodies and its Cholesky factors, cubic in the
/// degrees of freedom; then v̇ = G ÿ + g. Shares only the kinematics with the method above, and is
/// there to check it. Throws SimulationError where H is not positive definite.
Eigen::VectorXd compositeBodyAccelerations(const ClusterTree<double>& tree,
                                           const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           const AppliedForces<double>& forces,
                                           Workspace<double>& work);

/// Three more that share only the joints' kinematics and the loops' rows with the others, after
/// which they are named: projection.hpp, lagrange_dense.hpp and lagrange_sparse.hpp in
/// tree/baselines. Throw SimulationError at a singular pose.
Eigen::VectorXd projectionAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v,
                                        const AppliedForces<double>& forces,
                                        Workspace<double>& work);
Eigen::VectorXd denseLagrangeAccelerations(const ClusterTree<double>& tree,
                                           const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           const AppliedForces<double>& forces,
                                           Workspace<double>& work);
Eigen::VectorXd sparseLagrangeAccelerations(const ClusterTree<double>& tree,
                                            const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                            const AppliedForces<double>& forces,
                                            Workspace<double>& work);

/// The six recursions for joints of any kind, linear in the bodies (baselines/general_joint.hpp):
/// shares only the kinematics with the others. Throws SimulationError if a joint moves no mass.
Eigen::VectorXd generalJointAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v,
                                          const AppliedForces<double>& forces,
                                          Workspace<double>& work);

/// Lagrange multipliers in maximal coordinates, linear in the bodies and cubic in the rows that
/// close loops (maximal/multiplier_dynamics.hpp): shares only the joints' kinematics and the loops'
/// rows with the others. Throws SimulationError if a joint of the tree moves no mass.
Eigen::VectorXd multiplierAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v,
                                        const AppliedForces<double>& forces,
                                        Workspace<double>& work);

struct AccelerationMethod {
  std::string_view name;
  Accelerations accelerations;
  bool obeysNonholonomic = false;  ///< Mechanism::nonholonomic
};

/// Every method there is, the default one first.
inline constexpr std::array accelerationMethods{
    AccelerationMethod{"articulated-body", articulatedBodyAccelerations},
    AccelerationMethod{"composite-body", compositeBodyAccelerations},
    AccelerationMethod{"projection", projectionAccelerations},
    AccelerationMethod{"lagrange-dense", denseLagrangeAccelerations},
    AccelerationMethod{"lagrange-sparse", sparseLagrangeAccelerations},
    AccelerationMethod{"general-joint", generalJointAccelerations},
    AccelerationMethod{"multipliers", multiplierAccelerations, true}};

}  // namespace linkwork
