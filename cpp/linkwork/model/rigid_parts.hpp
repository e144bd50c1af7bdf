#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The ground, as a part.
inline constexpr int groundPart = 0;

/// Bodies that fixed joints weld together, as one rigid body with the six coordinates of its frame:
/// origin at the center of mass, axes those of its first body in the tree.
struct RigidPart {
  double mass = 0;                                    ///< [kg]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< J about the center of mass [kg·m²]
  int parent = groundPart;                            ///< the parent part
  int body = ground;                                  ///< its first tree body
};

/// The pose of a part: its center of mass, its attitude, and that as a matrix.
template <typename Scalar>
struct PartPoseOf {
  Vector3<Scalar> position = Vector3<Scalar>::Zero();
  Eigen::Quaternion<Scalar> attitude = Eigen::Quaternion<Scalar>::Identity();
  Matrix3<Scalar> rotation = Matrix3<Scalar>::Identity();
};
using PartPose = PartPoseOf<double>;

/// A tree's bodies as parts; what is welded to the ground belongs to the ground.
struct RigidParts {
  explicit RigidParts(const ClusterTree<double>& tree);

  std::vector<RigidPart> parts;           ///< the ground first, parents before children
  std::vector<int> partOf;                ///< by tree body
  std::vector<Transform<double>> frames;  ///< by tree body: its frame in its part's

  /// Part of a tree body, `ground` included, and its frame there.
  int part(int body) const {
    return body == ground ? groundPart : partOf[static_cast<std::size_t>(body)];
  }
  Transform<double> frame(int body) const {
    return body == ground ? Transform<double>::Identity() : frames[static_cast<std::size_t>(body)];
  }
};

}  // namespace linkwork
