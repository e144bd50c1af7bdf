#include "linkwork/dynamics/tendons.hpp"

#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/model/clustering.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {
namespace {

/// Length and rate of a sum of coordinates.
Tendons::Motion sumOf(const std::vector<DriveTerm>& terms, const ConstVectorRef<double>& q,
                      const ConstVectorRef<double>& v) {
  Tendons::Motion sum{0, 0};
  for (const DriveTerm& term : terms) {
    sum.length += term.coefficient * q[term.position];
    sum.rate += term.coefficient * v[term.velocity];
  }
  return sum;
}

}  // namespace

Tendons::Tendons(const Mechanism& mechanism, const ClusterTree<double>& tree) {
  if (mechanism.tendons.empty()) return;
  // Not at the pose of compilation: a mechanism has the same springs at all of them.
  const Eigen::VectorXd q = flatPosition(mechanism, mechanism.initialState.value_or(NamedState{}));
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(tree.velocitySize());
  Workspace<double> work(tree);
  updateJointTransforms(tree, q, work);
  BodyPaths paths(tree, work);
  const auto placeOf = [&](const Point& point) -> Eigen::Vector3d {
    if (point.body == ground) return point.point;
    return paths.motionOf(point.body, tree.body(point.body).userFrame * point.point, q).place;
  };
  for (const Tendon& tendon : mechanism.tendons) {
    Line& line = lines_.emplace_back(Line{{},
                                          driveTermsOf(tendon.terms, mechanism, tree),
                                          tendon.stiffness,
                                          tendon.damping,
                                          0,
                                          tendon.onlyPulls});
    for (const TendonPoint& point : tendon.points) {
      const int body = bodyNamed(mechanism, point.body);
      line.points.push_back({body == ground ? ground : tree.treeBody(body), point.point});
    }
    actOnBodies_ = actOnBodies_ || !line.points.empty();
    springJoints_ =
        springJoints_ || (!line.terms.empty() && (line.stiffness != 0 || line.damping != 0));
    double length = sumOf(line.terms, q, rest).length;
    for (std::size_t i = 1; i < line.points.size(); ++i)
      length += (placeOf(line.points[i]) - placeOf(line.points[i - 1])).norm();
    line.restLength = tendon.restLength.value_or(length);
  }
}

/// The force of spring and damper along the length.
template <typename Scalar>
Scalar Tendons::springForce(const Line& line, const Scalar& length, const Scalar& rate) {
  const Scalar stretch = length - Scalar(line.restLength);
  const Scalar force = Scalar(-line.stiffness) * stretch - Scalar(line.damping) * rate;
  const bool isSlack = line.onlyPulls && (force > Scalar(0) || stretch < Scalar(0));
  return isSlack ? Scalar(0) : force;
}

template <typename Scalar, typename MotionOf, typename Tension>
void Tendons::addLine(const Line& line, MotionOf motionOf, Tension tension,
                      std::vector<Vector6<Scalar>>& wrenches) {
  std::array<PointOnLine<Scalar>, mostTendonPoints> memory;
  const std::span<PointOnLine<Scalar>> points(memory.data(), line.points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [body, point] = line.points[i];
    if (body == ground)
      points[i] = {point.cast<Scalar>(), Vector3<Scalar>::Zero(), {}};
    else
      points[i] = motionOf(body, point);
  }
  const auto [length, rate] = measureLine(points);
  const Scalar force = tension(length, rate);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (line.points[i].body == ground) continue;
    const Vector3<Scalar> pull = force * points[i].gradient;
    Vector6<Scalar>& wrench = wrenches[at(line.points[i].body)];
    wrench.template head<3>() += points[i].place.cross(pull);
    wrench.template tail<3>() += pull;
  }
}

void Tendons::addForces(const ClusterTree<double>& tree, const Loads& loads,
                        const Eigen::VectorXd& q, const Eigen::VectorXd& v, Workspace<double>& work,
                        AppliedForces<double>& applied, std::vector<double>& tensions) const {
  if (actOnBodies_ && !applied.hasWrenches) {
    for (Vector6<double>& wrench : applied.wrenches) wrench.setZero();
    applied.hasWrenches = true;
  }
  BodyPaths paths(tree, work);
  const auto motionOf = [&](int body, const Eigen::Vector3d& point) -> PointOnLine<double> {
    const auto [place, velocity] =
        paths.motionOf(body, tree.body(body).userFrame * point, q, v.data());
    return {place, velocity, {}};
  };
  tensions.resize(lines_.size());
  for (int i = 0; i < size(); ++i) {
    const Line& line = lines_[at(i)];
    const int spring = loads.drives.spring(i);
    const bool isSolved = !loads.solved.empty() && loads.solved[at(spring)];
    const auto tension = [&](double length, double rate) {
      tensions[at(i)] = loads.drives.tensionOf(i, loads.time, length, rate, loads.solved);
      if (!loads.limits.empty()) tensions[at(i)] += loads.limits[at(i)];
      return tensions[at(i)] + (isSolved ? 0 : springForce(line, length, rate));
    };
    if (line.terms.empty()) {
      addLine<double>(line, motionOf, tension, applied.wrenches);
      continue;
    }
    const auto [length, rate] = sumOf(line.terms, q, v);
    const double force = tension(length, rate);
    for (const DriveTerm& term : line.terms)
      applied.torque[term.velocity] += term.coefficient * force;
  }
}

void Tendons::addWrenches(const ClusterTree<DerivativeJet>& tree,
                          const Workspace<DerivativeJet>& work, const std::vector<double>& tensions,
                          std::vector<Vector6<DerivativeJet>>& wrenches) const {
  const auto motionOf = [&](int body, const Eigen::Vector3d& given) -> PointOnLine<DerivativeJet> {
    const Vector3<DerivativeJet> point = given.cast<DerivativeJet>();
    return {bodyPose(tree, body, work) * point,
            pointVelocity<DerivativeJet>(tree, body, point, work),
            {}};
  };
  for (int i = 0; i < size(); ++i)
    if (const Line& line = lines_[at(i)]; line.terms.empty())
      addLine<DerivativeJet>(
          line, motionOf,
          [&](const DerivativeJet& length, const DerivativeJet& rate) {
            return springForce(line, length, rate) + DerivativeJet(tensions[at(i)]);
          },
          wrenches);
}

Tendons::Motion Tendons::motion(int tendon, const ClusterTree<double>& tree,
                                const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                const Workspace<double>& work) const {
  const Line& line = lines_[at(tendon)];
  if (!line.terms.empty()) return sumOf(line.terms, q, v);
  std::array<PointOnLine<double>, mostTendonPoints> memory;
  const std::span<PointOnLine<double>> points(memory.data(), line.points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [body, point] = line.points[i];
    if (body == ground)
      points[i] = {point, Eigen::Vector3d::Zero(), {}};
    else
      points[i] = {
          bodyPose(tree, body, work) * point, pointVelocity<double>(tree, body, point, work), {}};
  }
  const auto [length, rate] = measureLine(points);
  return {length, rate};
}

double Tendons::energy(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                       const Workspace<double>& work) const {
  double sum = 0;
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(tree.velocitySize());
  for (int i = 0; i < size(); ++i) {
    const Line& line = lines_[at(i)];
    const double stretch = motion(i, tree, q, rest, work).length - line.restLength;
    if (!line.onlyPulls || stretch > 0) sum += 0.5 * line.stiffness * stretch * stretch;
  }
  return sum;
}

}  // namespace linkwork
