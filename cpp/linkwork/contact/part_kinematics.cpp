#include "linkwork/contact/part_kinematics.hpp"

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::contact {

PartKinematics::PartKinematics(const ClusterTree<double>& tree)
    : tree_(tree),
      rigid_(tree),
      work_(tree),
      v_(tree.velocitySize()),
      poses_(rigid_.parts.size()),
      motions_(tree.bodies().size()) {}

void PartKinematics::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  v_ = v;
  updateKinematics<double>(tree_, q, v_, work_);
  updatePoses(tree_, work_);
  for (std::size_t p = 1; p < poses_.size(); ++p) {
    const int body = rigid_.parts[p].body;
    const Transform<double>& pose = work_.of(body).pose;
    poses_[p].rotation = pose.rotation;
    poses_[p].position = pose * Eigen::Vector3d(-rigid_.frames[at(body)].translation);
  }
}

void PartKinematics::velocities(const Eigen::VectorXd& v, std::vector<Vector6<double>>& parts) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    motions_[i] = work_.jointSubspaces.middleCols(body.velocity, body.velocities) *
                  v.segment(body.velocity, body.velocities);
    if (body.parent != ground)
      motions_[i] += work_.bodies[i].toParent.twistToChild(motions_[at(body.parent)]);
  }
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const auto body = at(rigid_.parts[p].body);
    const Eigen::Vector3d spin = motions_[body].head<3>();
    const Eigen::Vector3d center = -rigid_.frames[body].translation;
    parts[p] << poses_[p].rotation * spin,
        poses_[p].rotation * (motions_[body].tail<3>() + spin.cross(center));
  }
}

/// a_i = X a_p + S v̇ + Ṡ q̇ + v_i × S q̇, and of the center c  a + α × c + ω × v_c.
void PartKinematics::accelerations(const Eigen::VectorXd& a, std::vector<Vector6<double>>& parts) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    const BodyWorkspace<double>& here = work_.bodies[i];
    const auto subspace = work_.jointSubspaces.middleCols(body.velocity, body.velocities);
    const Vector6<double> relative = subspace * v_.segment(body.velocity, body.velocities);
    motions_[i] = subspace * a.segment(body.velocity, body.velocities);
    motions_[i] += here.subspaceRate + crossMotion(here.velocity, relative);
    if (body.parent != ground) motions_[i] += here.toParent.twistToChild(motions_[at(body.parent)]);
  }
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const auto body = at(rigid_.parts[p].body);
    const Eigen::Vector3d turning = motions_[body].head<3>();
    const Eigen::Vector3d spin = work_.bodies[body].velocity.head<3>();
    const Eigen::Vector3d center = -rigid_.frames[body].translation;
    const Eigen::Vector3d speed = work_.bodies[body].velocity.tail<3>() + spin.cross(center);
    parts[p] << poses_[p].rotation * turning,
        poses_[p].rotation * (motions_[body].tail<3>() + turning.cross(center) + spin.cross(speed));
  }
}

}  // namespace linkwork::contact
