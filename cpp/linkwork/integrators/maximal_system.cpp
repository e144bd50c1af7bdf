#include "linkwork/integrators/maximal_system.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork::maximal {
namespace {

Vector6<double> twistAlong(const Vector6<double>& velocity, const Eigen::Matrix3d& rotation) {
  Vector6<double> twist;
  twist << rotation * velocity.head<3>(), velocity.tail<3>();
  return twist;
}

}  // namespace

MaximalSystem::MaximalSystem(const ClusterTree<double>& tree, LoopOrder order)
    : graph_(tree, order),
      ldu_(BlockLayout({}, {}, {}), {}),
      isCoupled_(graph_.joints.size(), false),
      changes_(graph_.rigid.parts.size()),
      tangents_(graph_.rigid.parts.size(), Eigen::Matrix3d::Identity()),
      rotations_(graph_.rigid.parts.size(), Eigen::Matrix3d::Identity()),
      jointChanges_(graph_.joints.size()),
      rates_(Eigen::VectorXd::Zero(tree.velocitySize())),
      twists_(graph_.joints.size(), Vector6<double>::Zero()) {
  for (const JointConstraint& constraint : graph_.joints) {
    jointBlocks_.push_back(
        {gradientSize_, {constraint.frames.child, constraint.frames.parent}, {}, {}});
    if (constraint.node >= 0) gradientSize_ += 12 * constraint.size();
  }
  for (const CouplingConstraint& constraint : graph_.couplings) {
    for (const CouplingConstraint::Term& term : constraint.terms) isCoupled_[at(term.joint)] = true;
    couplingBlocks_.push_back({gradientSize_, constraint.parts, {}, {}});
    gradientSize_ += 6 * static_cast<int>(constraint.parts.size());
  }
  for (const SlipConstraint& constraint : graph_.slips) {
    slipBlocks_.push_back({gradientSize_, {constraint.part}, {}, {}});
    gradientSize_ += 6 * constraint.rows();
  }
  findPivots();

  double mass = 0, inertia = 0;
  for (const RigidPart& part : graph_.rigid.parts) {
    mass = std::max(mass, part.mass);
    inertia = std::max({inertia, part.inertia.trace(), 1e-6 * part.mass});
  }
  weights_ = Eigen::VectorXd::Ones(unknowns());
  for (int p = 1; p < graph_.partCount(); ++p) {
    const RigidPart& part = graph_.rigid.parts[at(p)];
    const int first = unknown(graph_.nodeOf[at(p)]);
    weights_.segment<3>(first).setConstant(1 / std::max(part.inertia.trace() / 3, 1e-6 * inertia));
    weights_.segment<3>(first + 3).setConstant(1 / std::max(part.mass, 1e-6 * mass));
  }
}

/// The error that names a body of which a pivot that is singular consists.
void MaximalSystem::throwMassless(const BlockLayout& layout, int pivot) const {
  std::string bodies;
  for (std::size_t n = 0; n < graph_.nodes.size() && bodies.empty(); ++n)
    if (graph_.nodes[n].kind == NodeKind::part && layout.pivotOf(static_cast<int>(n)) == pivot)
      bodies =
          "the body on joint " +
          detail::quoted(graph_.tree->jointName(graph_.rigid.parts[at(graph_.nodes[n].item)].body));
  throw SimulationError("variational-maximal: " + (bodies.empty() ? "some body" : bodies) +
                        " has no mass or inertia, or too little to be told from rounding beside "
                        "the others; articulated-body bears more");
}

/// Lays out the blocks. A pivot that is singular at the initial position, as that of a massless
/// body, is merged with the next one that it meets, until none is.
void MaximalSystem::findPivots() {
  std::vector<int> sizes;
  for (const GraphNode& node : graph_.nodes) sizes.push_back(node.size);
  MaximalState node = emptyNode();
  placeAt(graph_.tree->initialPosition(), graph_.tree->initialVelocity(), node);
  while (true) {
    const BlockLayout layout(sizes, graph_.edges, graph_.mergedInto);
    std::vector<bool> isRankRevealing(layout.pivots().size(), false);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const GraphNode& here = graph_.nodes[n];
      if (graph_.mergedInto[n] >= 0 || here.kind == NodeKind::coupling ||
          here.kind == NodeKind::slip ||
          (here.kind == NodeKind::joint && graph_.joints[at(here.item)].isLoop()))
        isRankRevealing[at(layout.pivotOf(static_cast<int>(n)))] = true;
    }
    ldu_ = SparseLdu(layout, std::move(isRankRevealing));
    const auto places = [&](int constraint, ConstraintBlocks& blocks) {
      blocks.down.clear();
      blocks.up.clear();
      for (const int part : blocks.parts) {
        const int other = graph_.nodeOf[at(part)];
        blocks.down.push_back(other < 0 ? BlockLayout::Place{} : layout.block(constraint, other));
        blocks.up.push_back(other < 0 ? BlockLayout::Place{} : layout.block(other, constraint));
      }
    };
    for (std::size_t j = 0; j < graph_.joints.size(); ++j)
      if (graph_.joints[j].node >= 0) places(graph_.joints[j].node, jointBlocks_[j]);
    for (std::size_t c = 0; c < graph_.couplings.size(); ++c)
      if (graph_.couplings[c].node >= 0) places(graph_.couplings[c].node, couplingBlocks_[c]);
    for (std::size_t i = 0; i < graph_.slips.size(); ++i)
      places(graph_.slips[i].node, slipBlocks_[i]);
    partBlocks_.clear();
    for (const int other : graph_.nodeOf)
      partBlocks_.push_back(other < 0 ? BlockLayout::Place{} : layout.block(other, other));

    updateConstraints(node);
    setUp(node, Purpose::projection, 0, node.gaps);
    const std::vector<int> singular = ldu_.examine();
    if (singular.empty()) return;
    for (const int pivot : singular) {
      const int parent = layout.pivots()[at(pivot)].parent;
      if (parent < 0) throwMassless(layout, pivot);
      int last = -1, into = -1;
      for (int n = 0; n < static_cast<int>(sizes.size()); ++n) {
        if (layout.pivotOf(n) == pivot) last = n;
        if (layout.pivotOf(n) == parent) into = n;
      }
      graph_.mergedInto[at(last)] = into;
    }
  }
}

MaximalState MaximalSystem::emptyNode() const {
  MaximalState node;
  node.q = graph_.tree->initialPosition();
  node.v = graph_.tree->initialVelocity();
  node.poses.resize(graph_.rigid.parts.size());
  node.velocities.assign(graph_.rigid.parts.size(), Vector6<double>::Zero());
  node.joints.resize(graph_.joints.size());
  node.gradients = Eigen::VectorXd::Zero(gradientSize_);
  int rows = 0;
  for (const GraphNode& each : graph_.nodes) rows += each.size;
  node.gaps = Eigen::VectorXd::Zero(rows);
  node.normals.resize(graph_.joints.size());
  return node;
}

void MaximalSystem::placeAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            MaximalState& node) const {
  node.q = q;
  node.v = v;
  graph_.place(q, node.poses, node.joints);
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = node.joints[j];
    const TreeBody<double>& body = bodyOf(constraint);
    const PartPose& parent = node.poses[at(constraint.frames.parent)];
    const PartPose& child = node.poses[at(constraint.frames.child)];
    const Vector6<double> carried =
        twistAlong(node.velocities[at(constraint.frames.parent)], parent.rotation);
    const Vector6<double> relative =
        withJoint(body, [&]<typename Joint>(const Joint& joint) -> Vector6<double> {
          const typename Joint::Position position =
              q.segment<Joint::positionSize>(body.position, body.positions);
          const typename Joint::Velocity velocity =
              v.segment<Joint::velocitySize>(body.velocity, body.velocities);
          return joint.motionSubspace(position) * velocity;
        });
    const Eigen::Vector3d spin = carried.head<3>() + pose.childAxes * relative.head<3>();
    const Eigen::Vector3d atJoint = carried.tail<3>() + carried.head<3>().cross(pose.parentOffset) +
                                    pose.childAxes * relative.tail<3>();
    node.velocities[at(constraint.frames.child)] << child.rotation.transpose() * spin,
        atJoint - spin.cross(pose.childOffset);
  }
}

void MaximalSystem::updateConstraints(MaximalState& node) const {
  node.gradients.setZero();
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    const PartPose& parent = node.poses[at(constraint.frames.parent)];
    const PartPose& child = node.poses[at(constraint.frames.child)];
    JointPose& pose = node.joints[j] = JointPose::at(constraint.frames, parent, child);
    if (constraint.function)
      std::copy_n(&node.q[bodyOf(constraint).position], constraint.positions,
                  pose.coordinates.begin());
    if (constraint.node < 0) continue;
    const int row = unknown(constraint.node);
    std::array<RowWrench, 6> wrenches;
    double angle = 0;
    if (constraint.type == JointType::helical)
      angle = constraint.isLoop()
                  ? HelicalJoint<double>(constraint.measure).closest(pose.relative())[0]
                  : node.q[bodyOf(constraint).position];
    if (constraint.function) {
      node.normals[j] = normalsOf(constraint, pose);
      node.gaps.segment(row, constraint.rows) =
          node.normals[j].transpose().lazyProduct(openingOf(constraint, pose));
    }
    for (int i = 0; i < constraint.rows; ++i) {
      if (constraint.function) {
        wrenches[at(i)] = inWorld(pose, node.normals[j].col(i));
        continue;
      }
      wrenches[at(i)] = wrenchOf(constraint.rules[at(i)], pose);
      node.gaps[row + i] = constraint.rules[at(i)].gap(pose, angle);
    }
    if (constraint.lawRows > 0) freeWrenches(constraint, pose, wrenches.data() + constraint.rows);
    Eigen::Map<Matrix6X<double>> gradients(node.gradients.data() + jointBlocks_[j].gradients, 6,
                                           2 * constraint.size());
    for (int i = 0; i < constraint.size(); ++i) {
      gradients.col(i) = onChild(wrenches[at(i)], pose, child.rotation);
      gradients.col(constraint.size() + i) = onParent(wrenches[at(i)], pose, parent.rotation);
    }
  }
  for (std::size_t c = 0; c < graph_.couplings.size(); ++c) {
    const CouplingConstraint& constraint = graph_.couplings[c];
    if (constraint.node < 0) continue;
    double gap = -constraint.offset;
    for (const CouplingConstraint::Term& term : constraint.terms) {
      const JointConstraint& joint = graph_.joints[at(term.joint)];
      gap += term.coefficient * node.q[bodyOf(joint).position];
      const JointPose& pose = node.joints[at(term.joint)];
      const RowWrench wrench = coordinateWrench(joint, pose, term.coefficient);
      for (std::size_t i = 0; i < constraint.parts.size(); ++i) {
        Eigen::Map<Vector6<double>> to(node.gradients.data() + couplingBlocks_[c].gradients +
                                       6 * i);
        const Eigen::Matrix3d& rotation = node.poses[at(constraint.parts[i])].rotation;
        if (constraint.parts[i] == joint.frames.child) to += onChild(wrench, pose, rotation);
        if (constraint.parts[i] == joint.frames.parent) to += onParent(wrench, pose, rotation);
      }
    }
    node.gaps[unknown(constraint.node)] = constraint.isRate ? 0 : gap;
  }
  for (std::size_t i = 0; i < graph_.slips.size(); ++i) {
    const SlipConstraint& constraint = graph_.slips[i];
    const PartPose& pose = node.poses[at(constraint.part)];
    std::array<Vector6<double>, 3> rows;
    constraint.rowsAt(pose.rotation, rows.data());
    for (int k = 0; k < constraint.rows(); ++k) {
      Eigen::Map<Vector6<double>> to(node.gradients.data() + slipBlocks_[i].gradients + 6 * k);
      to << pose.rotation.transpose() * rows[at(k)].head<3>(), rows[at(k)].tail<3>();
    }
    if (constraint.isDisc()) node.gaps[unknown(constraint.node) + 2] = constraint.gap(pose);
  }
}

void MaximalSystem::readVelocities(const std::vector<Vector6<double>>& velocities,
                                   MaximalState& node) const {
  std::array<RowWrench, 6> wrenches;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = node.joints[j];
    const Vector6<double> parent = twistAlong(velocities[at(constraint.frames.parent)],
                                              node.poses[at(constraint.frames.parent)].rotation);
    const Vector6<double> child = twistAlong(velocities[at(constraint.frames.child)],
                                             node.poses[at(constraint.frames.child)].rotation);
    const Eigen::Vector3d spin = child.head<3>() - parent.head<3>();
    const Eigen::Vector3d slide = child.tail<3>() + child.head<3>().cross(pose.childOffset) -
                                  parent.tail<3>() - parent.head<3>().cross(pose.parentOffset);
    const TreeBody<double>& body = bodyOf(constraint);
    freeWrenches(constraint, pose, wrenches.data());
    for (int i = 0; i < constraint.velocities; ++i)
      node.v[body.velocity + i] =
          wrenches[at(i)].force.dot(slide) + wrenches[at(i)].torque.dot(spin);
  }
}

void MaximalSystem::addJointForces(const MaximalState& node, const Eigen::VectorXd& tau,
                                   std::vector<Vector6<double>>& wrenches) const {
  std::array<RowWrench, 6> unit;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const int size = constraint.velocities;
    const auto force = tau.segment(bodyOf(constraint).velocity, size);
    if (force.isZero(0)) continue;
    const JointPose& pose = node.joints[j];
    freeWrenches(constraint, pose, unit.data());
    RowWrench wrench{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    for (int i = 0; i < size; ++i) {
      wrench.force += force[i] * unit[at(i)].force;
      wrench.torque += force[i] * unit[at(i)].torque;
    }
    wrenches[at(constraint.frames.child)] +=
        onChild(wrench, pose, node.poses[at(constraint.frames.child)].rotation);
    wrenches[at(constraint.frames.parent)] +=
        onParent(wrench, pose, node.poses[at(constraint.frames.parent)].rotation);
  }
}

}  // namespace linkwork::maximal
