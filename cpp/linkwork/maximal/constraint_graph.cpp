#include "linkwork/maximal/constraint_graph.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork::maximal {
namespace {

/// The lowest common ancestor of two parts, each counted as its own ancestor.
int commonPart(const RigidParts& rigid, int a, int b) {
  while (a != b) (a > b ? a : b) = rigid.parts[at(std::max(a, b))].parent;
  return a;
}

/// The constraint rows of a cluster at the tree's initial position, by its joints' velocities.
class ClusterRows {
 public:
  ClusterRows(const ConstraintGraph& graph, const Cluster<double>& cluster,
              const std::vector<JointPose>& poses, const std::vector<PartPose>& parts)
      : graph_(graph), cluster_(cluster), poses_(poses), parts_(parts) {}

  Eigen::RowVectorXd ofWrench(const JointConstraint& loop, const RowWrench& wrench) const {
    const JointPose& pose = poses_[at(static_cast<int>(&loop - graph_.joints.data()))];
    const Eigen::Vector3d point = parts_[at(loop.frames.child)].position + pose.childOffset;
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(cluster_.spanning());
    for (const auto& [part, sign] : {std::pair{loop.frames.child, 1.0}, {loop.frames.parent, -1.0}})
      addPath(part, sign, point, wrench, row);
    return row;
  }

  Eigen::RowVectorXd ofCoupling(const CouplingConstraint& coupling) const {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(cluster_.spanning());
    for (const CouplingConstraint::Term& term : coupling.terms)
      row[graph_.tree->body(graph_.joints[at(term.joint)].body).local] =
          term.slope(poses_[at(term.joint)].coordinates[0]);
    return row;
  }

 private:
  /// Adds the work of a wrench at a point on the motions of the joints below a part.
  void addPath(int part, double sign, const Eigen::Vector3d& point, const RowWrench& wrench,
               Eigen::RowVectorXd& row) const {
    for (; part != groundPart; part = graph_.rigid.parts[at(part)].parent) {
      const int index = graph_.rigid.parts[at(part)].body;
      const TreeBody<double>& body = graph_.tree->body(index);
      if (&graph_.tree->clusterOf(body) != &cluster_) return;
      const JointPose& pose = poses_[at(graph_.jointOf[at(index)])];
      const Eigen::Vector3d origin = parts_[at(part)].position + pose.childOffset;
      const MotionColumns subspace = motionsOf(graph_.joints[at(graph_.jointOf[at(index)])], pose);
      for (int k = 0; k < body.velocities; ++k) {
        const Vector6<double> column = subspace.col(k);
        const Eigen::Vector3d spin = pose.childAxes * column.head<3>();
        const Eigen::Vector3d velocity =
            pose.childAxes * column.tail<3>() + spin.cross(point - origin);
        row[body.local + k] += sign * (wrench.force.dot(velocity) + wrench.torque.dot(spin));
      }
    }
  }

  const ConstraintGraph& graph_;
  const Cluster<double>& cluster_;
  const std::vector<JointPose>& poses_;
  const std::vector<PartPose>& parts_;
};

/// Returns `count` independent rows in ascending order. Rows that are zero except for rounding and
/// misalignment do not count, for example those that keep a planar loop in its plane.
std::vector<int> independentRows(Eigen::MatrixXd rows, int count) {
  constexpr double nothing = 1e-6;
  const Eigen::VectorXd lengths = rows.rowwise().norm();
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) *= lengths[i] > nothing * lengths.maxCoeff() ? 1 / lengths[i] : 0;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(rows.transpose());
  const auto& order = decomposition.colsPermutation().indices();
  std::vector<int> kept(order.data(), order.data() + count);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

ConstraintGraph::ConstraintGraph(const ClusterTree<double>& model, LoopOrder order)
    : tree(&model), rigid(model) {
  addConstraints();
  dropRedundant();
  addNonholonomic();
  orderNodes(order);
}

void ConstraintGraph::addConstraints() {
  const auto add = [&](JointType type, double measure, const JointFrames& frames, int body) {
    JointConstraint constraint;
    constraint.type = type;
    constraint.measure = measure;
    constraint.frames = frames;
    constraint.body = body;
    constraint.positions = body == ground ? positionSize(type) : tree->body(body).positions;
    constraint.velocities = body == ground ? velocitySize(type) : tree->body(body).velocities;
    if (body != ground) constraint.function = tree->body(body).function.get();
    const RowRules<double> rules = rulesOf(type, measure);
    std::copy(rules.begin(), rules.end(), constraint.rules.begin());
    constraint.rows =
        constraint.function ? 6 - constraint.velocities : static_cast<int>(rules.size());
    joints.push_back(constraint);
  };
  for (std::size_t i = 0; i < tree->bodies().size(); ++i) {
    const TreeBody<double>& body = tree->bodies()[i];
    const int index = static_cast<int>(i);
    jointOf.push_back(body.joint == JointType::fixed ? -1 : static_cast<int>(joints.size()));
    if (jointOf.back() < 0) continue;
    add(body.joint, body.pitch,
        {rigid.part(body.parent), rigid.part(index), rigid.frame(body.parent) * body.placement,
         rigid.frame(index)},
        index);
    if (body.damping != 0 || body.friction != 0 || body.armature != 0)
      joints.back().lawRows = body.velocities;
  }
  for (const Cluster<double>& cluster : tree->clusters()) {
    if (!cluster.constraint) continue;
    for (const LoopClosure<double>& loop : cluster.constraint->loops) {
      add(loop.joint, loop.measure,
          {rigid.part(loop.parent), rigid.part(loop.child),
           rigid.frame(loop.parent) * loop.parentFrame, rigid.frame(loop.child) * loop.childFrame},
          ground);
      joints.back().mechanismLoop = loop.mechanismLoop;
      joints.back().bodies = {loop.parent, loop.child};
    }
    for (const CouplingRow<double>& row : cluster.constraint->couplings) {
      CouplingConstraint constraint;
      const double largest = largestCoefficient(row);
      constraint.offset = row.offset / largest;
      for (const auto& term : row.terms) {
        constraint.terms.push_back(
            {jointOf[at(term.body)], term.coefficient / largest, term.function});
        if (term.function) joints[at(jointOf[at(term.body)])].isTracked = true;
      }
      findParts(constraint);
      couplings.push_back(std::move(constraint));
    }
  }
}

void ConstraintGraph::findParts(CouplingConstraint& constraint) const {
  for (const CouplingConstraint::Term& term : constraint.terms) {
    const JointFrames& frames = joints[at(term.joint)].frames;
    for (const int part : {frames.parent, frames.child})
      if (part != groundPart && std::find(constraint.parts.begin(), constraint.parts.end(), part) ==
                                    constraint.parts.end())
        constraint.parts.push_back(part);
  }
}

void ConstraintGraph::addNonholonomic() {
  for (std::size_t i = 0; i < tree->nonholonomic().size(); ++i) {
    const Nonholonomic& constraint = tree->nonholonomic()[i].constraint;
    const std::vector<int>& bodies = tree->nonholonomic()[i].bodies;
    const auto addSlip = [&](const std::string& name, const Eigen::Vector3d& point,
                             const Eigen::Vector3d& direction, double radius, double height) {
      const int part = rigid.part(bodies[0]);
      if (part == groundPart)
        throw MechanismError(
            detail::itemPath("nonholonomic", i) + ".body",
            detail::quoted(name) + " is fixed to the ground; expected a body that moves");
      const Transform<double> frame = rigid.frame(bodies[0]) * tree->body(bodies[0]).userFrame;
      nonholonomic.push_back(
          {part, frame * point, frame.rotation * direction.normalized(), radius, height, -1});
    };
    if (const auto* ratio = std::get_if<VelocityRatio>(&constraint))
      addRatio(*ratio, bodies);
    else if (const auto* disc = std::get_if<RollingDisc>(&constraint))
      addSlip(disc->body, disc->center, disc->axis, disc->radius, disc->height);
    else if (const auto* edge = std::get_if<KnifeEdge>(&constraint))
      addSlip(edge->body, edge->point, edge->across, 0, 0);
  }
}

void ConstraintGraph::addRatio(const VelocityRatio& ratio, const std::vector<int>& bodies) {
  CouplingConstraint constraint;
  constraint.isRate = true;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    constraint.terms.push_back({jointOf[at(bodies[i])], ratio.terms[i].coefficient});
  findParts(constraint);
  couplings.push_back(std::move(constraint));
}

void ConstraintGraph::dropRedundant() {
  std::vector<PartPose> parts;
  std::vector<JointPose> poses;
  place(tree->initialPosition(), parts, poses);
  auto loop = std::find_if(joints.begin(), joints.end(),
                           [](const JointConstraint& joint) { return joint.isLoop(); });
  auto coupling = couplings.begin();
  for (const Cluster<double>& cluster : tree->clusters()) {
    if (!cluster.constraint) continue;
    const ClusterRows rows(*this, cluster, poses, parts);
    const double perLength = 1 / cluster.constraint->length;
    const auto lastLoop = loop + static_cast<std::ptrdiff_t>(cluster.constraint->loops.size());
    const auto lastCoupling =
        coupling + static_cast<std::ptrdiff_t>(cluster.constraint->couplings.size());
    Eigen::MatrixXd jacobian(cluster.constraint->rows, cluster.spanning());
    int row = 0;
    for (auto constraint = loop; constraint != lastLoop; ++constraint)
      for (int i = 0; i < constraint->rows; ++i)
        jacobian.row(row++) =
            (constraint->rules[at(i)].isLength() ? perLength : 1) *
            rows.ofWrench(*constraint,
                          wrenchOf(constraint->rules[at(i)],
                                   poses[static_cast<std::size_t>(constraint - joints.begin())]));
    for (auto constraint = coupling; constraint != lastCoupling; ++constraint)
      jacobian.row(row++) = rows.ofCoupling(*constraint);

    if (perLength != 1) jacobian = jacobian * cluster.constraint->units.asDiagonal();
    const std::vector<int> kept = independentRows(jacobian, cluster.constraint->rank);
    const auto isKept = [&](int index) {
      return std::binary_search(kept.begin(), kept.end(), index);
    };
    row = 0;
    for (; loop != lastLoop; ++loop) {
      const JointConstraint all = *loop;
      loop->rows = 0;
      for (int i = 0; i < all.rows; ++i)
        if (isKept(row++)) loop->rules[at(loop->rows++)] = all.rules[at(i)];
    }
    for (; coupling != lastCoupling; ++coupling)
      if (!isKept(row++)) coupling->parts.clear();
  }
}

/// Orders nodes backwards through the parts, which are in depth-first order. Loops and couplings
/// come directly before the lowest common ancestor of their parts.
void ConstraintGraph::orderNodes(LoopOrder order) {
  std::vector<std::vector<GraphNode>> before(rigid.parts.size());
  const auto lowest = [&](int common) {
    return order == LoopOrder::denseLast ? groundPart : common;
  };
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointFrames& frames = joints[j].frames;
    if (!joints[j].isLoop() || joints[j].rows == 0 || frames.parent == frames.child) continue;
    before[at(lowest(commonPart(rigid, frames.parent, frames.child)))].push_back(
        {NodeKind::joint, static_cast<int>(j), joints[j].rows});
  }
  for (std::size_t c = 0; c < couplings.size(); ++c) {
    if (couplings[c].parts.empty()) continue;
    int common = couplings[c].parts.front();
    for (const CouplingConstraint::Term& term : couplings[c].terms) {
      common = commonPart(rigid, common, joints[at(term.joint)].frames.parent);
      common = commonPart(rigid, common, joints[at(term.joint)].frames.child);
    }
    before[at(lowest(common))].push_back({NodeKind::coupling, static_cast<int>(c), 1});
  }

  for (std::size_t i = 0; i < nonholonomic.size(); ++i)
    before[groundPart].push_back({NodeKind::slip, static_cast<int>(i), nonholonomic[i].rows()});

  nodeOf.assign(rigid.parts.size(), -1);
  for (int part = partCount(); part-- > 0;) {
    nodes.insert(nodes.end(), before[at(part)].begin(), before[at(part)].end());
    if (part == groundPart) break;
    nodeOf[at(part)] = static_cast<int>(nodes.size());
    nodes.push_back({NodeKind::part, part, 6});
    const int joint = jointOf[at(rigid.parts[at(part)].body)];
    if (joints[at(joint)].size() > 0)
      nodes.push_back({NodeKind::joint, joint, joints[at(joint)].size()});
  }

  mergedInto.assign(nodes.size(), -1);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const int node = static_cast<int>(n);
    const auto link = [&](int part) {
      if (part != groundPart) edges.emplace_back(node, nodeOf[at(part)]);
    };
    if (nodes[n].kind == NodeKind::joint) {
      JointConstraint& joint = joints[at(nodes[n].item)];
      joint.node = node;
      link(joint.frames.child);
      link(joint.frames.parent);
    } else if (nodes[n].kind == NodeKind::coupling) {
      couplings[at(nodes[n].item)].node = node;
      for (const int part : couplings[at(nodes[n].item)].parts) link(part);
    } else if (nodes[n].kind == NodeKind::slip) {
      nonholonomic[at(nodes[n].item)].node = node;
      link(nonholonomic[at(nodes[n].item)].part);
    }
  }
  if (order == LoopOrder::denseLast)
    for (std::size_t i = 0; i + 1 < before[groundPart].size(); ++i)
      mergedInto[nodes.size() - before[groundPart].size() + i] = static_cast<int>(nodes.size()) - 1;
}

void ConstraintGraph::place(const Eigen::VectorXd& q, std::vector<PartPose>& poses,
                            std::vector<JointPose>& jointPoses) const {
  poses.resize(rigid.parts.size());
  jointPoses.resize(joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointConstraint& constraint = joints[j];
    const PartPose& parent = poses[at(constraint.frames.parent)];
    PartPose& child = poses[at(constraint.frames.child)];
    if (!constraint.isLoop()) {
      const TreeBody<double>& body = tree->body(constraint.body);
      const Transform<double> moved = withJoint(body, [&]<typename Joint>(const Joint& joint) {
        const typename Joint::Position position =
            q.segment<Joint::positionSize>(body.position, body.positions);
        return joint.transform(position);
      });
      child = partPose(Transform<double>{parent.rotation, parent.position} *
                       constraint.frames.onParent * moved * constraint.frames.onChild.inverse());
    }
    jointPoses[j] = JointPose::at(constraint.frames, parent, child);
    if (constraint.function || constraint.isTracked)
      std::copy_n(&q[tree->body(constraint.body).position], constraint.positions,
                  jointPoses[j].coordinates.begin());
  }
}

}  // namespace linkwork::maximal
