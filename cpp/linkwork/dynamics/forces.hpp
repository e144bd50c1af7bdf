#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/joints/resistance.hpp"

namespace linkwork {

/// Forces on a mechanism other than gravity and the springs, dampers and friction of its joints.
template <typename Scalar>
struct AppliedForces {
  explicit AppliedForces(const ClusterTree<Scalar>& tree)
      : torque(VectorX<Scalar>::Zero(tree.velocitySize())),
        wrenches(tree.bodies().size(), Vector6<Scalar>::Zero()) {}

  void add(const AppliedForces& other) {
    torque += other.torque;
    if (!other.hasWrenches) return;
    for (std::size_t i = 0; i < wrenches.size(); ++i)
      wrenches[i] = hasWrenches ? wrenches[i] + other.wrenches[i] : other.wrenches[i];
    hasWrenches = true;
  }

  VectorX<Scalar> torque;                 ///< generalized forces, dual to v [N·m, N]
  std::vector<Vector6<Scalar>> wrenches;  ///< on bodies(), [moment; force] about the world's
                                          ///< origin in world axes [N·m, N]
  bool hasWrenches = false;               ///< false: `wrenches` are all zero and not looked at
};

/// Constant forces of contacts and joint limits within a step, while active.
struct WarmStartForce {
  /// On a body: force and moment are constant in world axes, the point moves with the body.
  struct OnBody {
    int body;
    Vector3<double> point;   ///< in the body's frame [m]
    Vector3<double> force;   ///< through the point [N]
    Vector3<double> moment;  ///< about the point [N·m]
  };

  std::vector<OnBody> bodies;
  VectorX<double> torque;  ///< on joints, laid out like v
  bool acts = false;
  bool isFelt = false;  ///< whether forces depend on velocity; else impulses suffice

  /// Joint Coulomb friction that contact solves handle in this step [N·m, N], laid out like v.
  /// The smooth law excludes it.
  VectorX<double> relieved;
  std::vector<char> solvedDrives;  ///< drives whose forces the solves find (drives.hpp)
  bool relieves = false;

  /// Adds the smooth friction forces excluded in this step to generalized forces dual to v.
  void addRelief(const ConstVectorRef<double>& v, VectorRef<double> forces) const;
};

/// Damping and friction at an entry of v, of the body's joint, less what `relieved` excludes (null:
/// nothing).
inline JointResistance resistanceAt(int entry, const TreeBody<double>& body,
                                    const VectorX<double>* relieved) {
  return {body.damping, body.friction - (relieved ? (*relieved)[entry] : 0)};
}

/// Writes all forces into the workspace: jointForces gets the applied and the passive ones, and
/// every body's force −(its wrench) in body axes. After updateKinematics, and updatePoses if there
/// are wrenches.
template <typename Scalar>
void applyForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                 const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                 Workspace<Scalar>& work);

/// The joints' part: jointForces alone.
template <typename Scalar>
void applyJointForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                      Workspace<Scalar>& work);

/// Energy in the joints' springs, Σ ½ k |q ⊖ rest|² [J].
template <typename Scalar>
Scalar springEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q);

/// Power of damping and friction, at most 0 [W].
template <typename Scalar>
Scalar dissipation(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                   const ConstVectorRef<Scalar>& v);

/// Adds the forces of springs, dampers and friction of the joints to generalized forces dual to v.
template <typename Scalar>
void addPassiveForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, VectorRef<Scalar> torque);

extern template void applyForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                 const ConstVectorRef<double>&, const AppliedForces<double>&,
                                 Workspace<double>&);
extern template void applyJointForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                      const ConstVectorRef<double>&, const AppliedForces<double>&,
                                      Workspace<double>&);
extern template double springEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&);
extern template double dissipation(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                   const ConstVectorRef<double>&);
extern template void addPassiveForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                      const ConstVectorRef<double>&, VectorRef<double>);

}  // namespace linkwork
