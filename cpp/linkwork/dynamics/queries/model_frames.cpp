#include "linkwork/dynamics/queries/model_frames.hpp"

#include "linkwork/dynamics/frame_kinematics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/dynamics/moving_pose.hpp"
#include "linkwork/mechanism/frames.hpp"
#include "linkwork/mechanism/validate/checks.hpp"

namespace linkwork {

EndEffector<double> resolve(const BodyFrame& frame, const Mechanism& mechanism,
                            const ClusterTree<double>& tree, const std::string& path,
                            DirectionAxes axes) {
  detail::requireBodyOrWorld(path + ".body", frame.body,
                             detail::NameIndex("bodies", mechanism.bodies));
  detail::checkFrame(path + ".frame", frame.frame);
  const int body = bodyNamed(mechanism, frame.body);
  EndEffector<double> result;
  result.body = body == ground ? ground : tree.treeBody(body);
  result.frame = transformOf(frame.frame);
  result.axes = axes;
  return result;
}

namespace {

EndEffector<DerivativeJet> withoutSlope(const EndEffector<double>& frame) {
  EndEffector<DerivativeJet> result;
  result.body = frame.body;
  result.frame = {frame.frame.rotation.cast<DerivativeJet>(),
                  frame.frame.translation.cast<DerivativeJet>()};
  result.axes = frame.axes;
  return result;
}

}  // namespace

Transform<double> Model::relativePose(const Eigen::VectorXd& q, const BodyFrame& frame,
                                      const BodyFrame& reference) {
  const EndEffector<double> seen = resolve(frame, mechanism(), tree(), "frame");
  const EndEffector<double> from = resolve(reference, mechanism(), tree(), "reference");
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(tree(), work);
  return framePose(tree(), from, work).inverse() * framePose(tree(), seen, work);
}

Vector6<double> Model::frameTwist(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const BodyFrame& frame, DirectionAxes axes) {
  const EndEffector<double> place = resolve(frame, mechanism(), tree(), "frame", axes);
  Workspace<double>& work = parts_->at(q, v);
  updatePoses(tree(), work);
  return linkwork::frameTwist(tree(), place, work);
}

Vector6<double> Model::relativeTwist(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                     const BodyFrame& frame, const BodyFrame& reference) {
  const EndEffector<double> seen = resolve(frame, mechanism(), tree(), "frame");
  const EndEffector<double> from = resolve(reference, mechanism(), tree(), "reference");
  Workspace<double>& work = parts_->at(q, v);
  updatePoses(tree(), work);
  const Transform<double> pose = framePose(tree(), from, work);
  const Eigen::Vector3d apart = framePose(tree(), seen, work).translation - pose.translation;
  Vector6<double> twist = linkwork::frameTwist(tree(), seen, work);
  const Vector6<double> carried = linkwork::frameTwist(tree(), from, work);
  twist -= carried;
  twist.tail<3>() -= carried.head<3>().cross(apart);
  return Transform<double>{pose.rotation, Eigen::Vector3d::Zero()}.twistToChild(twist);
}

std::vector<Vector6<double>> Model::accelerations(const Eigen::VectorXd& q,
                                                  const Eigen::VectorXd& v,
                                                  const Eigen::VectorXd& a) {
  Workspace<double>& work = parts_->accelerated(q, v, a);
  std::vector<Vector6<double>> result;
  for (int i = 0; i < static_cast<int>(mechanism().bodies.size()); ++i) {
    EndEffector<double> body;
    body.body = tree().treeBody(i);
    body.axes = DirectionAxes::world;
    result.push_back(linkwork::frameAcceleration(tree(), body, work));
  }
  return result;
}

Vector6<double> Model::frameAcceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                         const Eigen::VectorXd& a, const BodyFrame& frame,
                                         DirectionAxes axes) {
  const EndEffector<double> place = resolve(frame, mechanism(), tree(), "frame", axes);
  return linkwork::frameAcceleration(tree(), place, parts_->accelerated(q, v, a));
}

Eigen::MatrixXd Model::jacobian(const Eigen::VectorXd& q, const BodyFrame& frame,
                                DirectionAxes axes) {
  const EndEffector<double> place = resolve(frame, mechanism(), tree(), "frame", axes);
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(tree(), work);
  Matrix6X<double> jacobian;
  frameJacobian(tree(), place, work, jacobian);
  return jacobian;
}

Eigen::MatrixXd Model::jacobianRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const BodyFrame& frame, DirectionAxes axes) {
  const EndEffector<double> place = resolve(frame, mechanism(), tree(), "frame", axes);
  MovingPose& moving = parts_->moving(q, v);
  Matrix6X<DerivativeJet> jacobian;
  frameJacobian(moving.tree, withoutSlope(place), moving.work, jacobian);
  return slopesOf(jacobian);
}

}  // namespace linkwork
