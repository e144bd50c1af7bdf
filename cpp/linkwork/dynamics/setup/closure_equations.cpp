#include "linkwork/dynamics/setup/closure_equations.hpp"
#include "linkwork/dynamics/compile.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork {

ClusterTree<double> openTree(const Mechanism& mechanism) {
  Mechanism open = mechanism;
  open.loops.clear();
  open.couplings.clear();
  open.nonholonomic.clear();
  open.contact = {};
  if (open.initialState) open.initialState->v.clear();
  for (Body& body : open.bodies) {
    body.mass = 1;
    body.inertia = {1, 1, 1, 0, 0, 0};
  }
  return compile(open);
}

ClosureEquations::ClosureEquations(const ClusterTree<double>& tree,
                                   std::vector<LoopConstraint> constraints,
                                   std::vector<CouplingRow<double>> couplings)
    : tree_(&tree), constraints_(std::move(constraints)), couplings_(std::move(couplings)) {
  std::vector<int> met;
  double longest = 0;
  int rows = static_cast<int>(couplings_.size());
  for (const LoopConstraint& constraint : constraints_) {
    met.insert(met.end(), constraint.onParent.begin(), constraint.onParent.end());
    met.insert(met.end(), constraint.onChild.rbegin(), constraint.onChild.rend());
    longest = std::max(longest, constraint.length);
    rows += 6 - velocitySize(constraint.loop.joint);
  }
  for (const auto& coupling : couplings_)
    for (const auto& term : coupling.terms) met.push_back(term.body);
  bodies_ = met;
  std::sort(bodies_.begin(), bodies_.end());
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());

  first_.assign(bodies_.size(), -1);
  for (const int body : met) {
    int& first = first_[indexOf(body)];
    if (first >= 0) continue;
    first = size_;
    size_ += tree.body(body).velocities;
    if (size_ > first) joints_.push_back({body, first});
  }
  poses_.resize(bodies_.size());
  subspaces_.resize(6, size_);
  gap_.resize(rows);
  jacobian_.resize(rows, size_);

  place(tree.initialPosition());
  const double length = longest > 0 ? longest : 1;
  unit_ = (subspaces_.topRows<3>().colwise().squaredNorm() +
           subspaces_.bottomRows<3>().colwise().squaredNorm() / (length * length))
              .cwiseSqrt()
              .cwiseInverse();
}

std::size_t ClosureEquations::indexOf(int body) const {
  return static_cast<std::size_t>(std::lower_bound(bodies_.begin(), bodies_.end(), body) -
                                  bodies_.begin());
}

Transform<double> ClosureEquations::poseOf(int body) const {
  const std::size_t index = indexOf(body);
  if (index == bodies_.size() || bodies_[index] != body) return {};  // it supports the loop
  return poses_[index];
}

/// Poses and motion subspaces of the joints.
void ClosureEquations::place(const Eigen::VectorXd& q) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const TreeBody<double>& body = tree_->body(bodies_[i]);
    withJoint(body, [&]<typename Type>(const Type& joint) {
      const typename Type::Position position =
          q.segment<Type::positionSize>(body.position, body.positions);
      poses_[i] = poseOf(body.parent) * (body.placement * joint.transform(position));
      subspaces_.middleCols<Type::velocitySize>(first_[i], body.velocities) =
          joint.motionSubspace(position);
    });
  }
}

void ClosureEquations::update(const Eigen::VectorXd& q) {
  place(q);
  jacobian_.setZero();
  int row = 0;
  for (const LoopConstraint& constraint : constraints_) row = updateLoop(constraint, row);
  for (const auto& coupling : couplings_) updateCoupling(coupling, q, row++);
  jacobian_ = jacobian_ * unit_.asDiagonal();
}

int ClosureEquations::updateLoop(const LoopConstraint& constraint, int row) {
  const Transform<double> child = poseOf(constraint.loop.child) * constraint.loop.childFrame;
  const Transform<double> relative =
      (poseOf(constraint.loop.parent) * constraint.loop.parentFrame).inverse() * child;
  const JointType type = constraint.loop.joint;
  const JointVectors<double> x =
      closedVectors<double>(type, constraint.loop.measure, relative, Eigen::Matrix3d::Identity());
  const Vector6<double> open = se3::log(violationOf(type, constraint.loop.measure, relative));
  for (const RowRule<double>& rule : rulesOf(type, constraint.loop.measure)) {
    Vector6<double> wrench = rule.wrench(x).vector();
    if (!wrench.tail<3>().isZero()) wrench /= constraint.length;
    gap_[row] = wrench.dot(open);
    const auto addColumns = [&](const std::vector<int>& bodies, double sign) {
      for (const int body : bodies) {
        const std::size_t i = indexOf(body);
        const int columns = tree_->body(body).velocities;
        const Vector6<double> onPath = (poses_[i].inverse() * child).wrenchToParent(wrench);
        jacobian_.row(row).segment(first_[i], columns) +=
            sign * onPath.transpose() * subspaces_.middleCols(first_[i], columns);
      }
    };
    addColumns(constraint.onChild, 1);
    addColumns(constraint.onParent, -1);
    ++row;
  }
  return row;
}

/// In units of the largest coefficient, as in assembleConstraints.
void ClosureEquations::updateCoupling(const CouplingRow<double>& coupling, const Eigen::VectorXd& q,
                                      int row) {
  const double largest = largestCoefficient(coupling);
  for (const auto& term : coupling.terms)
    jacobian_(row, first_[indexOf(term.body)]) = term.slope(q[term.position]) / largest;
  gap_[row] = couplingViolation<double>(coupling, q) / largest;
}

Eigen::VectorXd ClosureEquations::moved(const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& delta) const {
  const Eigen::VectorXd change = delta.cwiseProduct(unit_);
  Eigen::VectorXd result = q;
  for (const Joint& tied : joints_) {
    const TreeBody<double>& body = tree_->body(tied.body);
    withJoint(body, [&]<typename Type>(const Type& joint) {
      const typename Type::Position from =
          q.segment<Type::positionSize>(body.position, body.positions);
      const typename Type::Velocity step =
          change.segment<Type::velocitySize>(tied.first, body.velocities);
      result.segment<Type::positionSize>(body.position, body.positions) = joint.retract(from, step);
    });
  }
  return result;
}

Eigen::VectorXd ClosureEquations::difference(const Eigen::VectorXd& from,
                                             const Eigen::VectorXd& to) const {
  Eigen::VectorXd delta(size_);
  for (const Joint& tied : joints_) {
    const TreeBody<double>& body = tree_->body(tied.body);
    withJoint(body, [&]<typename Type>(const Type& joint) {
      const typename Type::Position start =
          from.segment<Type::positionSize>(body.position, body.positions);
      const typename Type::Position end =
          to.segment<Type::positionSize>(body.position, body.positions);
      delta.segment<Type::velocitySize>(tied.first, body.velocities) = joint.difference(start, end);
    });
  }
  return delta.cwiseQuotient(unit_);
}

Eigen::VectorXd ClosureEquations::rate(const Eigen::VectorXd& v) const {
  Eigen::VectorXd rate(size_);
  for (const auto& [index, first] : joints_) {
    const TreeBody<double>& body = tree_->body(index);
    rate.segment(first, body.velocities) = v.segment(body.velocity, body.velocities);
  }
  return rate.cwiseQuotient(unit_);
}

void ClosureEquations::setRate(const Eigen::VectorXd& rate, Eigen::VectorXd& v) const {
  const Eigen::VectorXd velocity = rate.cwiseProduct(unit_);
  for (const auto& [index, first] : joints_) {
    const TreeBody<double>& body = tree_->body(index);
    v.segment(body.velocity, body.velocities) = velocity.segment(first, body.velocities);
  }
}

namespace {

using LoopConstraint = ClosureEquations::LoopConstraint;

double offsetOf(const JointGeometry& joint) {
  return joint.parentFrame.position.norm() + joint.childFrame.position.norm();
}

LoopConstraint loopConstraintOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                int place) {
  const Loop& loop = mechanism.loops[at(place)];
  const auto onBody = [&](const std::string& name, const Frame& frame, int& body) {
    const Transform<double> inUser{frame.rotation.normalized().toRotationMatrix() *
                                       canonicalFrame(loop.type, loop.axis, loop.axis2),
                                   frame.position};
    const int user = bodyNamed(mechanism, name);
    body = user == ground ? ground : tree.treeBody(user);
    return body == ground ? inUser : tree.body(body).userFrame * inUser;
  };
  LoopConstraint constraint;
  constraint.loop.joint = loop.type;
  constraint.loop.measure = loop.measure();
  constraint.loop.parentFrame = onBody(loop.parent, loop.parentFrame, constraint.loop.parent);
  constraint.loop.childFrame = onBody(loop.child, loop.childFrame, constraint.loop.child);
  constraint.loop.mechanismLoop = place;
  constraint.length = offsetOf(loop);
  int parent = constraint.loop.parent, child = constraint.loop.child;
  while (parent != child) {  // of two tree bodies the later one does not support the other
    const bool onParent = parent > child;
    int& outer = onParent ? parent : child;
    (onParent ? constraint.onParent : constraint.onChild).push_back(outer);
    constraint.length += offsetOf(mechanism.joints[at(tree.body(outer).mechanismJoint)]);
    outer = tree.body(outer).parent;
  }
  if (constraint.length == 0) constraint.length = 1;
  return constraint;
}

/// Tree bodies by the names of their joints.
using Carried = std::map<std::string_view, int>;

CouplingRow<double> rowOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                          const Carried& carried, int place) {
  const Coupling& coupling = mechanism.couplings[at(place)];
  CouplingRow<double> row;
  row.offset = coupling.offset;
  row.mechanismCoupling = place;
  for (const CouplingTerm& term : coupling.terms) {
    const int body = carried.at(term.joint);
    row.terms.push_back(
        {body, tree.body(body).position, 0, term.coefficient, functionOf(term.function)});
  }
  return row;
}

/// Sets of joints that are tied together, by their bodies.
class JointSets {
 public:
  explicit JointSets(const ClusterTree<double>& tree) : tree_(tree), leader_(tree.bodies().size()) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }
  /// Merges the sets of the movable joints; returns the set, or `ground` if there is none.
  int merge(const std::vector<int>& bodies) {
    int set = ground;
    for (const int body : bodies) {
      if (tree_.body(body).velocities == 0) continue;
      if (set == ground) set = find(body);
      leader_[at(find(body))] = set;
    }
    return set;
  }
  int find(int body) const {
    while (leader_[at(body)] != body) body = leader_[at(body)];
    return body;
  }

 private:
  const ClusterTree<double>& tree_;
  std::vector<int> leader_;
};

}  // namespace

std::vector<ClosureEquations> closureEquations(const Mechanism& mechanism,
                                               const ClusterTree<double>& tree) {
  Carried carried;
  for (int body = 0; at(body) < tree.bodies().size(); ++body)
    carried.emplace(tree.jointName(body), body);
  JointSets sets(tree);
  std::vector<std::pair<int, LoopConstraint>> constraints;
  for (int i = 0; at(i) < mechanism.loops.size(); ++i) {
    LoopConstraint constraint = loopConstraintOf(mechanism, tree, i);
    std::vector<int> bodies = constraint.onParent;
    bodies.insert(bodies.end(), constraint.onChild.begin(), constraint.onChild.end());
    constraints.emplace_back(sets.merge(bodies), std::move(constraint));
  }
  std::vector<std::pair<int, CouplingRow<double>>> rows;
  for (int i = 0; at(i) < mechanism.couplings.size(); ++i) {
    CouplingRow<double> row = rowOf(mechanism, tree, carried, i);
    std::vector<int> bodies;
    for (const auto& term : row.terms) bodies.push_back(term.body);
    rows.emplace_back(sets.merge(bodies), std::move(row));
  }

  struct Group {
    std::vector<LoopConstraint> constraints;
    std::vector<CouplingRow<double>> rows;
  };
  std::vector<Group> groups;  // in the order of their first loops and couplings
  std::map<int, std::size_t> placeOf;
  const auto groupOf = [&](int set) -> Group& {
    const auto [place, isNew] =
        placeOf.emplace(set == ground ? ground : sets.find(set), groups.size());
    if (isNew) groups.emplace_back();
    return groups[place->second];
  };
  for (auto& [set, constraint] : constraints)
    groupOf(set).constraints.push_back(std::move(constraint));
  for (auto& [set, row] : rows) groupOf(set).rows.push_back(std::move(row));
  std::vector<ClosureEquations> equations;
  for (Group& group : groups)
    equations.emplace_back(tree, std::move(group.constraints), std::move(group.rows));
  return equations;
}

}  // namespace linkwork
