#include "linkwork/dynamics/body_paths.hpp"

#include <algorithm>
#include <array>

#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {

namespace {

using Kind = Plan::Segment::Kind;

Eigen::Map<const Eigen::Matrix3d> rotationOf(const Vec3Pose<double>& frame) {
  return Eigen::Map<const Eigen::Matrix3d>(&frame.x.x);  // its columns are the axes
}

Eigen::Map<const Eigen::Vector3d> originOf(const Vec3Pose<double>& frame) {
  return Eigen::Map<const Eigen::Vector3d>(&frame.origin.x);
}

/// The bodies of a segment of another kernel. They are contiguous, as its clusters are.
std::pair<int, int> othersOf(const Plan& plan, const ClusterTree<double>& tree,
                             const Plan::Segment& segment) {
  if (segment.kind == Kind::floating)
    return {plan.floatingBodies()[at(segment.first)].body,
            plan.floatingBodies()[at(segment.last - 1)].body + 1};
  const Cluster<double>& last = tree.clusters()[at(segment.last - 1)];
  return {tree.clusters()[at(segment.first)].firstBody, last.firstBody + last.bodyCount};
}

bool isOfRevolutes(const Plan::Segment& segment) {
  return segment.kind == Kind::revolutes || segment.kind == Kind::coupled;
}

bool acts(const Vector6<double>& wrench) { return !(wrench.lpNorm<1>() == 0); }

/// Calls `visit` with pose and motion subspace of a body's joint.
template <typename Visit>
void withPose(const TreeBody<double>& body, const ConstVectorRef<double>& q, Visit visit) {
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    const typename Joint::Position position =
        q.template segment<Joint::positionSize>(body.position, body.positions);
    const typename Joint::Velocity rest = Joint::Velocity::Zero(body.velocities);
    const auto motion = evaluate(joint, position, rest);
    visit(Transform<double>(body.placement * motion.pose),
          Eigen::Map<const Eigen::Matrix<double, 6, Eigen::Dynamic>>(motion.subspace.data(), 6,
                                                                     motion.subspace.cols()));
  });
}

}  // namespace

BodyPaths::BodyPaths(const ClusterTree<double>& tree, Workspace<double>& work)
    : tree_(tree), plan_(*tree.plan()), work_(work), memory_(work.kernels.view(plan_)) {}

void BodyPaths::clear() {
  std::fill(work_.kernels.isOnPath.begin(), work_.kernels.isOnPath.end(), 0);
  work_.kernels.onlyOnPath = ground;
}

void BodyPaths::keepOnly(int body) {
  if (work_.kernels.onlyOnPath == body) return;
  clear();
  add(body);
  work_.kernels.onlyOnPath = body;
}

void BodyPaths::add(int body) {
  for (; body != ground && !memory_.isOnPath[body]; body = tree_.body(body).parent)
    work_.kernels.isOnPath[at(body)] = 1;
}

template <typename Revolutes, typename Other>
void BodyPaths::forward(int body, Revolutes revolutes, Other other) const {
  for (const Plan::Segment& segment : plan_.segments()) {
    if (isOfRevolutes(segment)) {
      const int first = plan_.firstRevolute(segment), last = plan_.lastRevolute(segment);
      revolutes(first, last);
      continue;
    }
    const auto [first, last] = othersOf(plan_, tree_, segment);
    for (int index = first; index < last; ++index)
      if (memory_.isOnPath[index]) other(index);
  }
  if (plan_.isLumpedRotor(body)) other(body);
}

template <typename Revolutes, typename Other>
void BodyPaths::backward(int body, Revolutes revolutes, Other other) const {
  if (plan_.isLumpedRotor(body)) other(body);
  const auto& segments = plan_.segments();
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
    if (isOfRevolutes(*segment)) {
      const int first = plan_.firstRevolute(*segment), last = plan_.lastRevolute(*segment);
      revolutes(first, last);
      continue;
    }
    const auto [first, last] = othersOf(plan_, tree_, *segment);
    for (int index = last - 1; index >= first; --index)
      if (memory_.isOnPath[index]) other(index);
  }
}

BodyPaths::PointMotion BodyPaths::motionOf(int body, const Eigen::Vector3d& point,
                                           const ConstVectorRef<double>& q, const double* v) {
  keepOnly(body);
  body_ = body;
  kernels::Point<double> here{{point[0], point[1], point[2]}, {0, 0, 0}};
  Eigen::Map<Eigen::Vector3d> place(&here.place.x), velocity(&here.velocity.x);
  backward(
      body,
      [&](int first, int last) { kernels::passes().carryPoint(memory_, first, last, v, here); },
      [&](int index) {
        const TreeBody<double>& other = tree_.body(index);
        memory_.points[index] = here;
        withPose(other, q, [&](const Transform<double>& onParent, const auto& subspace) {
          if (v) {
            Vector6<double> twist = Vector6<double>::Zero();
            for (int k = 0; k < other.velocities; ++k)
              twist += subspace.col(k) * v[other.velocity + k];
            velocity += twist.tail<3>() + twist.head<3>().cross(place);
            velocity = (onParent.rotation * velocity).eval();
          }
          place = (onParent * place).eval();
        });
      });
  return {place, velocity};
}

void BodyPaths::projectForce(const Eigen::Vector3d& force, const ConstVectorRef<double>& q,
                             VectorRef<double> torque) {
  Vec3<double> here = Vec3<double>::from(force);
  forward(
      body_,
      [&](int first, int last) {
        kernels::passes().projectForce(memory_, first, last, here, torque.data());
      },
      [&](int index) {
        const TreeBody<double>& other = tree_.body(index);
        const Eigen::Map<const Eigen::Vector3d> place(&memory_.points[index].place.x);
        const Eigen::Map<Eigen::Vector3d> onParentAxes(&here.x);
        withPose(other, q, [&](const Transform<double>& onParent, const auto& subspace) {
          const Eigen::Vector3d own = onParent.rotation.transpose() * onParentAxes;
          here = Vec3<double>::from(own);
          Vector6<double> onBody;
          onBody << place.cross(own), own;
          for (int k = 0; k < other.velocities; ++k)
            torque[other.velocity + k] += subspace.col(k).dot(onBody);
        });
      });
}

void BodyPaths::update(const ConstVectorRef<double>& q) {
  const kernels::Passes& passes = kernels::passes();
  for (const Plan::Segment& segment : plan_.segments()) {
    if (isOfRevolutes(segment)) {
      const int first = plan_.firstRevolute(segment), last = plan_.lastRevolute(segment);
      passes.forwardFrames(memory_, first, last);
    } else {
      const auto [first, last] = othersOf(plan_, tree_, segment);
      for (int body = first; body < last; ++body)
        if (memory_.isOnPath[body]) place(body, q);
    }
  }
  for (const int body : plan_.lumpedRotors())
    if (memory_.isOnPath[body]) place(body, q);
}

void BodyPaths::place(int index, const ConstVectorRef<double>& q) const {
  const TreeBody<double>& body = tree_.body(index);
  withPose(body, q, [&](const Transform<double>& onParent, const auto& subspace) {
    Vec3Pose<double>& frame = memory_.frames[index];
    const Vec3Pose<double>& parent = memory_.frames[body.parent];
    Eigen::Map<Eigen::Matrix3d>(&frame.x.x) = rotationOf(parent) * onParent.rotation;
    Eigen::Map<Eigen::Vector3d>(&frame.origin.x) =
        originOf(parent) + rotationOf(parent) * onParent.translation;
    work_.jointSubspaces.middleCols(body.velocity, body.velocities) = subspace;
  });
}

void BodyPaths::project(const std::vector<Vector6<double>>& wrenches,
                        const ConstVectorRef<double>& q, VectorRef<double> torque) {
  std::array<int, 2> few{};  // with more wrenches, poses on all paths cost less
  std::size_t count = 0;
  for (int body = 0; body < static_cast<int>(wrenches.size()); ++body) {
    if (!acts(wrenches[at(body)])) continue;
    if (count == few.size()) return projectAll(wrenches, q, torque);
    few[count++] = body;
  }
  for (std::size_t i = 0; i < count; ++i) projectAlone(few[i], wrenches[at(few[i])], q, torque);
}

void BodyPaths::projectAlone(int body, const Vector6<double>& wrench,
                             const ConstVectorRef<double>& q, VectorRef<double>& torque) {
  keepOnly(body);
  Force<double> here = Force<double>::from(wrench);
  const auto cross = [&](int index) {
    const TreeBody<double>& other = tree_.body(index);
    withPose(other, q, [&](const Transform<double>& onParent, const auto& subspace) {
      const Vector6<double> onBody = onParent.wrenchToChild(here.vector());
      for (int k = 0; k < other.velocities; ++k)
        torque[other.velocity + k] += subspace.col(k).dot(onBody);
      here = Force<double>::from(onBody);
    });
  };
  forward(
      body,
      [&](int first, int last) {
        kernels::passes().projectWrench(memory_, first, last, here, torque.data());
      },
      cross);
}

void BodyPaths::projectAll(const std::vector<Vector6<double>>& wrenches,
                           const ConstVectorRef<double>& q, VectorRef<double>& torque) {
  clear();
  for (int body = 0; body < static_cast<int>(wrenches.size()); ++body)
    if (acts(wrenches[at(body)])) add(body);
  update(q);
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    if (!work_.kernels.isOnPath[i]) continue;
    memory_.wrenches[i] = Force<double>::from(wrenches[i]);
  }
  for (const int body : plan_.lumpedRotors())
    if (memory_.isOnPath[body]) projectOther(body, torque);
  const auto& segments = plan_.segments();
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
    if (isOfRevolutes(*segment)) {
      const int first = plan_.firstRevolute(*segment), last = plan_.lastRevolute(*segment);
      kernels::passes().projectWrenches(memory_, first, last, torque.data());
      continue;
    }
    const auto [first, last] = othersOf(plan_, tree_, *segment);
    for (int body = last - 1; body >= first; --body)
      if (memory_.isOnPath[body]) projectOther(body, torque);
  }
}

void BodyPaths::projectOther(int index, VectorRef<double>& torque) const {
  const TreeBody<double>& body = tree_.body(index);
  const Force<double>& carried = memory_.wrenches[index];
  const Eigen::Map<const Eigen::Vector3d> moment(&carried.n.x), force(&carried.f.x);
  const auto rotation = rotationOf(memory_.frames[index]);
  Vector6<double> here;  // in the body's frame
  here << rotation.transpose() * (moment - originOf(memory_.frames[index]).cross(force)),
      rotation.transpose() * force;
  for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
    torque[k] += work_.jointSubspaces.col(k).dot(here);
  memory_.wrenches[body.parent] += carried;
}

}  // namespace linkwork
