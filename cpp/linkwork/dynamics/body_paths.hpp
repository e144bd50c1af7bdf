#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// The paths from the ground to bodies with applied forces: poses of the bodies on them, velocities
/// of points, and joint forces of wrenches. Applied wrenches enter the recursions as generalized
/// forces,
///
///   H v̇ + C = τ + Jᵀ w        τ_j += S_jᵀ X_jᵀ Σ w over all bodies that joint j supports
///
/// Only the bodies on these paths therefore need a pose. Rotors on other bodies are ordinary bodies
/// here.
///
/// cost  O(bodies on the paths) and one test per body; no allocation
class BodyPaths {
 public:
  /// The paths in a workspace, in their current state.
  BodyPaths(const ClusterTree<double>& tree, Workspace<double>& work);

  /// Position and velocity of a point of a body.
  struct PointMotion {
    Eigen::Vector3d place, velocity;  ///< world [m], [m/s]
  };
  /// Motion of a point in a body's frame, after updateJointTransforms (group_motions.hpp) at the
  /// same q. Without v its velocity is 0. Sets the path to that of the body.
  PointMotion motionOf(int body, const Eigen::Vector3d& point, const ConstVectorRef<double>& q,
                       const double* v = nullptr);
  /// Adds J_pᵀ f of a force f [N, world axes] at the point of the last motionOf to the joint
  /// forces.
  void projectForce(const Eigen::Vector3d& force, const ConstVectorRef<double>& q,
                    VectorRef<double> torque);

  /// Adds Jᵀ w to the forces on all joints; wrenches as in AppliedForces. After
  /// updateJointTransforms at the same q. Sets the paths to those of the wrenches.
  void project(const std::vector<Vector6<double>>& wrenches, const ConstVectorRef<double>& q,
               VectorRef<double> torque);

 private:
  /// Projects one wrench without poses: propagates it forward from body to body on its path, in the
  /// frame of each joint.
  void projectAlone(int body, const Vector6<double>& wrench, const ConstVectorRef<double>& q,
                    VectorRef<double>& torque);
  /// Projects any number of wrenches with the poses on their paths, backward.
  void projectAll(const std::vector<Vector6<double>>& wrenches, const ConstVectorRef<double>& q,
                  VectorRef<double>& torque);
  void clear();
  /// Restricts the paths to that of this body.
  void keepOnly(int body);
  /// Adds the path of a body.
  void add(int body);
  /// Updates poses on all paths.
  void update(const ConstVectorRef<double>& q);
  void place(int body, const ConstVectorRef<double>& q) const;
  void projectOther(int body, VectorRef<double>& torque) const;
  /// Calls revolutes(first, last) or other(body) for everything on the path to a body,
  /// starting at the ground.
  template <typename Revolutes, typename Other>
  void forward(int body, Revolutes revolutes, Other other) const;
  /// The same from the body to the ground.
  template <typename Revolutes, typename Other>
  void backward(int body, Revolutes revolutes, Other other) const;

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  Workspace<double>& work_;
  kernels::Memory<double> memory_;
  int body_ = ground;  ///< of the last motionOf
};

}  // namespace linkwork
