#include "papers/multipliers/body_forest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::papers {
namespace {

/// Which bodies are tied together so far: a union of sets.
class Components {
 public:
  explicit Components(std::size_t bodies) : leader_(bodies) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }
  int of(int body) {
    while (leader_[at(body)] != body) body = leader_[at(body)] = leader_[at(leader_[at(body)])];
    return body;
  }
  /// False if they were one already.
  bool join(int a, int b) {
    a = of(a), b = of(b);
    leader_[at(a)] = b;
    return a != b;
  }

 private:
  std::vector<int> leader_;
};

}  // namespace

BodyForest::BodyForest(std::span<const int> dimensions, std::vector<BodyConstraint> constraints)
    : constraints_(std::move(constraints)) {
  check(dimensions);
  for (const BodyConstraint& constraint : constraints_) {
    firstRow_.push_back(rows_);
    rows_ += constraint.rows;
  }
  choosePrimary(dimensions);
  order(dimensions);
}

std::string BodyForest::nameOf(int constraint) const {
  const std::string path = detail::itemPath("constraints", at(constraint));
  const std::string& name = constraints_[at(constraint)].name;
  return name.empty() ? path : path + " (" + detail::quoted(name) + ")";
}

void BodyForest::check(std::span<const int> dimensions) const {
  for (std::size_t b = 0; b < dimensions.size(); ++b)
    if (dimensions[b] < 1)
      throw MechanismError(
          detail::itemPath("bodies", b),
          "has dimension " + std::to_string(dimensions[b]) + "; expected 1 or more");
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const auto& [name, bodies, rows, role, isWorking] = constraints_[at(i)];
    if (rows < 1)
      throw MechanismError(nameOf(i), "has " + std::to_string(rows) + " rows; expected 1 or more");
    if (bodies.empty()) throw MechanismError(nameOf(i), "acts on no body");
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::string body = std::to_string(bodies[k]);
      if (bodies[k] < 0 || at(bodies[k]) >= dimensions.size())
        throw MechanismError(nameOf(i), "acts on body " + body + "; there are " +
                                            std::to_string(dimensions.size()) + ", counted from 0");
      if (std::find(bodies.begin(), bodies.begin() + static_cast<long>(k), bodies[k]) !=
          bodies.begin() + static_cast<long>(k))
        throw MechanismError(nameOf(i), "names body " + body + " twice");
    }
    if (role != ConstraintRole::primary) continue;
    if (isWorking)
      throw MechanismError(nameOf(i),
                           "a primary constraint may do no work: its forces are along its "
                           "own rows; make it auxiliary");
    if (bodies.size() > 2)
      throw MechanismError(nameOf(i), "a primary constraint acts on one body or two, not on " +
                                          std::to_string(bodies.size()) + "; make it auxiliary");
    for (const int body : bodies)
      if (rows > dimensions[at(body)])
        throw MechanismError(nameOf(i),
                             "a primary constraint has no more rows than either body dimensions, "
                             "and has " +
                                 std::to_string(rows) + " on a body of " +
                                 std::to_string(dimensions[at(body)]) + "; make it auxiliary");
  }
}

/// Spanning trees on the ground, which is one more body here: a constraint on a single body ties it
/// to the ground. Declared primaries come first and have precedence over automatic ones.
void BodyForest::choosePrimary(std::span<const int> dimensions) {
  const int ground = static_cast<int>(dimensions.size());
  Components components(dimensions.size() + 1);
  isPrimary_.assign(constraints_.size(), false);
  for (const auto role : {ConstraintRole::primary, ConstraintRole::automatic})
    for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
      const BodyConstraint& constraint = constraints_[at(i)];
      const std::vector<int>& bodies = constraint.bodies;
      if (constraint.role != role || constraint.isWorking || bodies.size() > 2) continue;
      if (std::any_of(bodies.begin(), bodies.end(),
                      [&](int body) { return constraint.rows > dimensions[at(body)]; }))
        continue;
      const int other = bodies.size() == 2 ? bodies[1] : ground;
      isPrimary_[at(i)] = components.join(bodies[0], other);
      if (role == ConstraintRole::primary && !isPrimary_[at(i)])
        throw MechanismError(
            nameOf(i),
            "closes a cycle: other primary constraints already index body " +
                std::to_string(bodies[0]) +
                (other == ground ? " to the ground" : " to body " + std::to_string(other)) +
                "; make it auxiliary");
    }
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    if (!isPrimary_[at(i)]) auxiliaries_.push_back(i);
}

/// Level by level from each root: first the bodies with a constraint of their own, then what is
/// left.
void BodyForest::order(std::span<const int> dimensions) {
  std::vector<std::vector<int>> constraintsOf(dimensions.size());
  std::vector<int> roots;
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const std::vector<int>& bodies = constraints_[at(i)].bodies;
    if (!isPrimary_[at(i)]) continue;
    for (const int body : bodies) constraintsOf[at(body)].push_back(i);
    if (bodies.size() == 1) roots.push_back(bodies[0]);
  }
  for (int body = 0; body < static_cast<int>(dimensions.size()); ++body) roots.push_back(body);

  std::vector<int> first(dimensions.size()), constraintOf(dimensions.size(), -1);
  for (std::size_t b = 0; b < dimensions.size(); ++b) {
    first[b] = unknowns_;
    unknowns_ += dimensions[b];
  }
  // Visited parents first; turned around below.
  std::vector<bool> isFound(dimensions.size(), false);
  std::vector<int> open;
  nodeOf_.assign(dimensions.size(), -1);
  for (const int root : roots) {
    if (isFound[at(root)]) continue;
    isFound[at(root)] = true;
    for (const int index : constraintsOf[at(root)])
      if (constraints_[at(index)].bodies.size() == 1) constraintOf[at(root)] = index;
    open.assign(1, root);
    for (std::size_t next = 0; next < open.size(); ++next) {
      const int body = open[next];
      Node node{.body = body, .size = dimensions[at(body)], .first = first[at(body)]};
      if (const int index = constraintOf[at(body)]; index >= 0) {
        const BodyConstraint& constraint = constraints_[at(index)];
        node.constraint = index;
        node.rows = constraint.rows;
        node.firstRow = firstRow_[at(index)];
        node.side = constraint.bodies[0] == body ? 0 : 1;
        if (constraint.bodies.size() == 2) {
          const int parent = constraint.bodies[at(1 - node.side)];
          node.parent = nodeOf_[at(parent)];
          node.parentSize = dimensions[at(parent)];
        }
      }
      nodeOf_[at(body)] = static_cast<int>(nodes_.size());
      nodes_.push_back(node);
      for (const int index : constraintsOf[at(body)])
        for (const int other : constraints_[at(index)].bodies)
          if (!isFound[at(other)]) {
            isFound[at(other)] = true;
            constraintOf[at(other)] = index;
            open.push_back(other);
          }
    }
  }
  std::reverse(nodes_.begin(), nodes_.end());
  const int last = static_cast<int>(nodes_.size()) - 1;
  for (Node& node : nodes_)
    if (node.parent >= 0) node.parent = last - node.parent;
  for (int& node : nodeOf_) node = last - node;
}

}  // namespace linkwork::papers
