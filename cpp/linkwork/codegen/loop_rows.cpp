#include "linkwork/codegen/loop_rows.hpp"

#include <algorithm>

#include "linkwork/constraints/rows.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::codegen {

namespace {

/// A frame that moves with the cluster, in fixed axes: its position, the first two derivatives at
/// q̈ = 0, and its motion by each spanning velocity.
struct MovingFrame {
  Axes axes = parentAxes;
  Vec3<Expression> origin, rate, swing;       ///< of the origin: position, velocity, acceleration
  Vec3<Expression> velocity, acceleration;    ///< angular
  std::vector<Vec3<Expression>> turns, ways;  ///< angular and linear motion by velocity

  explicit MovingFrame(std::size_t spanning) : turns(spanning), ways(spanning) {}

  Vec3<Expression> outside(const Vec3<Expression>& r) const {
    return r.x * axes[X] + r.y * axes[Y] + r.z * axes[Z];
  }

  /// Γ r = α × r + ω × (ω × r)
  void moveOrigin(const Vec3<Expression>& r) {
    origin = origin + r;
    rate = rate + cross(velocity, r);
    swing = swing +
            (cross(acceleration, r) + dot(velocity, r) * velocity - dot(velocity, velocity) * r);
    for (std::size_t k = 0; k < ways.size(); ++k) ways[k] = ways[k] + cross(turns[k], r);
  }

  /// The same origin in fixed axes.
  void stopTurning() {
    axes = parentAxes;
    velocity = acceleration = {};
    std::fill(turns.begin(), turns.end(), Vec3<Expression>{});
  }

  void move(const JointSubspace& subspace, int local, const std::vector<Expression>& v) {
    Vec3<Expression> spin, shift;
    for (std::size_t k = 0; k < subspace.columns.size(); ++k) {
      const Vec3<Expression> axis = outside(subspace.columns[k].angular),
                             slide = outside(subspace.columns[k].linear);
      const Expression& speed = v[at(subspace.velocity) + k];
      turns[at(local) + k] = axis;
      ways[at(local) + k] = slide;
      spin = spin + speed * axis;
      shift = shift + speed * slide;
    }
    swing = swing + Expression(2) * cross(velocity, shift) + cross(spin, shift) +
            outside(subspace.bias.linear);
    rate = rate + shift;
    acceleration = acceleration + cross(velocity, spin) + outside(subspace.bias.angular);
    velocity = velocity + spin;
  }
};

class LoopWriter {
 public:
  LoopWriter(const ClusterTree<double>& tree, const Cluster<double>& cluster,
             const std::vector<Expression>& q, const std::vector<Expression>& v,
             const Number& number)
      : cluster_(cluster),
        number_(number),
        spanning_(at(cluster.spanning())),
        toPlane_(tree.body(cluster.firstBody).placement.inverse()) {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      TreeBody<double> body = tree.body(i);
      const bool isRoot = body.parent < cluster.firstBody;
      if (isRoot) body.placement = toPlane_ * body.placement;
      MovingFrame frame =
          isRoot ? MovingFrame(spanning_) : frames_[at(body.parent - cluster.firstBody)];
      int local = body.local;
      for (const ElementaryTransform& transform : elementaryTransforms(body, q, v, number)) {
        if (const auto* slide = std::get_if<Slide>(&transform)) {
          frame.moveOrigin(slide->way * frame.axes[at(slide->axis)]);
        } else if (const auto* subspace = std::get_if<JointSubspace>(&transform)) {
          frame.move(*subspace, local, v);
          local += static_cast<int>(subspace->columns.size());
        } else {
          turnAxes(transform, frame.axes);
        }
      }
      frames_.push_back(std::move(frame));
    }
  }

  std::vector<ConstraintRow> rows() const {
    std::vector<ConstraintRow> rows;
    eachRule([&](const LoopClosure<double>&, const Rule& rule, const MovingFrame& parent,
                 const MovingFrame& child) { rows.push_back(rowOf(rule, parent, child)); });
    for (const CouplingRow<double>& coupling : cluster_.constraint->couplings) {
      ConstraintRow row{std::vector<Expression>(spanning_), {}};
      for (const auto& term : coupling.terms) {
        if (term.function)
          throw MechanismError("code generation does not support couplings with functions");
        row.coefficients[at(term.local)] = term.coefficient;
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::vector<Expression> gaps(const std::vector<Expression>& q) const {
    std::vector<Expression> gaps;
    eachRule([&](const LoopClosure<double>& loop, Rule rule, const MovingFrame& parent,
                 const MovingFrame& child) {
      if (rule.kind == RowKind::screw)
        throw MechanismError("code generation does not support loops closed by helical joints");
      const JointVectors<Expression> x = vectorsOf(parent, child);
      if (rule.kind != RowKind::rod) return gaps.push_back(rule.gap(x, 0));
      rule.measure = number_(loop.measure);
      gaps.push_back(rule.measure * rule.gap(x, 0));  // its row is in units of length squared
    });
    for (const CouplingRow<double>& coupling : cluster_.constraint->couplings) {
      Expression gap = -coupling.offset;
      for (const auto& term : coupling.terms) gap += term.coefficient * q[at(term.position)];
      gaps.push_back(gap);
    }
    return gaps;
  }

 private:
  /// A joint frame of a loop.
  MovingFrame frameOn(int body, Transform<double> inBody) const {
    const bool isOutside = body < cluster_.firstBody;
    if (isOutside) inBody = toPlane_ * inBody;
    const auto vector = [&](const Eigen::Vector3d& x, double scale) {
      Vec3<Expression> result;
      for (int k = 0; k < 3; ++k) result[k] = number_(withoutRounding(x[k], scale));
      return result;
    };
    MovingFrame frame = isOutside ? MovingFrame(spanning_) : frames_[at(body - cluster_.firstBody)];
    Axes axes;
    frame.moveOrigin(frame.outside(vector(inBody.translation, inBody.translation.norm())));
    for (int k = 0; k < 3; ++k) axes[at(k)] = frame.outside(vector(inBody.rotation.col(k), 1));
    frame.axes = axes;
    return frame;
  }

  using Rule = RowRule<Expression>;

  static JointVectors<Expression> vectorsOf(const MovingFrame& parent, const MovingFrame& child) {
    return {parent.axes, child.axes, child.origin - parent.origin};
  }

  template <typename Visit>
  void eachRule(Visit visit) const {
    for (const LoopClosure<double>& loop : cluster_.constraint->loops) {
      const MovingFrame parent = frameOn(loop.parent, loop.parentFrame);
      const MovingFrame child = frameOn(loop.child, loop.childFrame);
      // A row may have any unit: a rod's is its length squared.
      const Expression measure = loop.joint == JointType::helical ? number_(loop.measure) : 1;
      const auto rules = rulesOf(loop.joint, measure);
      // Coincident points coincide in any axes: fixed ones are used.
      MovingFrame point = child;
      point.stopTurning();
      // Positions first: the elimination prefers the first of equal rows.
      for (const Rule& rule : rules)
        if (rule.kind != RowKind::across)
          visit(loop, rule, parent, rule.kind == RowKind::together ? point : child);
      for (const Rule& rule : rules)
        if (rule.kind == RowKind::across) visit(loop, rule, parent, child);
    }
  }

  ConstraintRow rowOf(const Rule& rule, const MovingFrame& parent, const MovingFrame& child) const {
    const JointVectors<Expression> x = vectorsOf(parent, child);
    ConstraintRow row;
    for (std::size_t k = 0; k < spanning_; ++k)
      row.coefficients.push_back(
          rule.rate(x, {parent.turns[k], child.turns[k], child.ways[k] - parent.ways[k]}));
    row.rightSide =
        -rule.bias(x, {parent.velocity, child.velocity, child.rate - parent.rate},
                   {parent.acceleration, child.acceleration, child.swing - parent.swing});
    return row;
  }

  const Cluster<double>& cluster_;
  const Number& number_;
  std::size_t spanning_;
  Transform<double> toPlane_;
  std::vector<MovingFrame> frames_;
};

}  // namespace

std::vector<ConstraintRow> rowsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                                  const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number) {
  return LoopWriter(tree, cluster, q, v, number).rows();
}

std::vector<Expression> gapsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                               const std::vector<Expression>& q, const Number& number) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).positions != tree.body(i).velocities)
      throw MechanismError(
          "code generation does not support loops with joints of several coordinates, such as " +
          detail::quoted(tree.jointName(i)));
  const std::vector<Expression> still(at(tree.velocitySize()));
  return LoopWriter(tree, cluster, q, still, number).gaps(q);
}

}  // namespace linkwork::codegen
