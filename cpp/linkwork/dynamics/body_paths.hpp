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

  /// Where a point of a body is and how it moves.
  struct PointMotion {
    Eigen::Vector3d place, velocity;  ///< world [m], [m/s]
  };
  /// Of a point in a body's frame; after updateJointTransforms (group_motions.hpp) at the same q.
  /// Without v its velocity is 0. The path becomes that of the body.
  PointMotion motionOf(int body, const Eigen::Vector3d& point, const ConstVectorRef<double>& q,
                       const double* v = nullptr);
  /// Adds what a force [N, world axes] at the point of the last motionOf asks of the joints, J_pᵀ
  /// f.
  void projectForce(const Eigen::Vector3d& force, const ConstVectorRef<double>& q,
                    VectorRef<double> torque);

  /// Adds Jᵀ w to the forces on all joints; wrenches as in AppliedForces. After
  /// updateJointTransforms at the same q; the paths become those of the wrenches.
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
  void clear();
  /// Something acts on this body alone.
  void keepOnly(int body);
  /// Something acts on a body.
  void add(int body);
  /// Poses on all paths.
  void update(const ConstVectorRef<double>& q);
  void place(int body, const ConstVectorRef<double>& q) const;
  void projectOther(int body, VectorRef<double>& torque) const;
  /// Calls hinges(first, last) or other(body) for all that stands on the path to a body, from the
  /// ground on.
  template <typename Hinges, typename Other>
  void outward(int body, Hinges hinges, Other other) const;
  /// The same from the body to the ground.
  template <typename Hinges, typename Other>
  void inward(int body, Hinges hinges, Other other) const;

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  Workspace<double>& work_;
  hinges::Memory<double> memory_;
  int body_ = ground;  ///< of the last motionOf
};

}  // namespace linkwork
