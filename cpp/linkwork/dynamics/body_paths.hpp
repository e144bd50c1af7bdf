#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// The paths from the ground to bodies on which something acts: where the bodies on them stand, how
/// points of them move, and what wrenches ask of the joints there. What acts on bodies enters the
/// recursions as generalised forces,
///
///   H v̇ + C = τ + Jᵀ w        τ_j += S_jᵀ X_jᵀ Σ w over all bodies that joint j carries
///
/// so that only the bodies on these paths need a pose. Rotors that ride on another body are bodies
/// like others here.
///
/// cost  O(bodies on the paths) beside one look at every body; no allocation
class BodyPaths {
 public:
  /// The paths in a workspace's memory, as they were left there.
  BodyPaths(const ClusterTree<double>& tree, Workspace<double>& work);

  void clear();
  /// Something acts on a body, or may.
  void add(int body);
  /// Poses on all paths; after turnHinges (plan_dynamics.hpp) at the same q.
  void update(const ConstVectorRef<double>& q);

  /// Of a body on a path, its frame in the world.
  Transform<double> pose(int body) const;
  /// Of a point of that body, given in the world: its velocity in world axes [m/s].
  Eigen::Vector3d velocityAt(int body, const Eigen::Vector3d& point,
                             const ConstVectorRef<double>& v) const;

  /// Adds Jᵀ w to the forces on all joints; wrenches as in AppliedForces. After turnHinges at the
  /// same q; the paths become those of the wrenches.
  void project(const std::vector<Vector6<double>>& wrenches, const ConstVectorRef<double>& q,
               VectorRef<double> torque);

 private:
  /// One wrench, with no poses: carried outward, from body to body on the path to its own, it acts
  /// on each joint as that joint sees it.
  void projectAlone(int body, const Vector6<double>& wrench, const ConstVectorRef<double>& q,
                    VectorRef<double>& torque);
  /// Any number, by the poses on their paths, inward.
  void projectAll(const std::vector<Vector6<double>>& wrenches, const ConstVectorRef<double>& q,
                  VectorRef<double>& torque);
  void place(int body, const ConstVectorRef<double>& q) const;
  void projectOther(int body, VectorRef<double>& torque) const;
  bool isHinge(int body) const;

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  Workspace<double>& work_;
  hinges::Memory<double> memory_;
};

}  // namespace linkwork
