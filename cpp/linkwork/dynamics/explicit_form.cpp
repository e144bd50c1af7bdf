#include "linkwork/dynamics/explicit_constraint.hpp"

#include <algorithm>

#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

/// Finds which coordinate each constraint of a cluster gives, and in which order.
template <typename Scalar>
class Ordering {
 public:
  Ordering(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
           const ClusterConstraint<Scalar>& constraint, const std::vector<double>& subtreeMass)
      : tree_(tree),
        cluster_(cluster),
        constraint_(constraint),
        mass_(subtreeMass),
        isGiven_(at(cluster.spanning()), false),
        isKnown_(at(cluster.spanning()), true) {}

  std::optional<ExplicitForm<Scalar>> find() {
    if (!assignRods() || !assignCouplings()) return std::nullopt;
    for (const ExplicitStep<Scalar>& step : waiting_) isKnown_[at(step.dependent)] = false;
    ExplicitForm<Scalar> form;
    while (!waiting_.empty()) {
      const auto ready = std::find_if(waiting_.begin(), waiting_.end(),
                                      [&](const auto& step) { return isReady(step); });
      if (ready == waiting_.end()) return std::nullopt;
      isKnown_[at(ready->dependent)] = true;
      form.order.push_back(ready->dependent);
      form.steps.push_back(*ready);
      waiting_.erase(ready);
    }
    for (int local = 0; local < cluster_.spanning(); ++local)
      if (!isGiven_[at(local)]) form.order.push_back(local);
    return form;
  }

 private:
  double massOf(int treeBody) const { return mass_[at(tree_.body(treeBody).mechanismBody)]; }

  bool isWithin(int treeBody) const { return treeBody >= cluster_.firstBody; }

  /// Whether `ancestor` is on the way from a body up to the cluster's output body.
  bool supports(int ancestor, int treeBody) const {
    while (treeBody != ancestor && isWithin(treeBody)) treeBody = tree_.body(treeBody).parent;
    return treeBody == ancestor || (!isWithin(ancestor) && !isWithin(treeBody));
  }

  void give(ExplicitStep<Scalar> step) {
    isGiven_[at(step.dependent)] = true;
    waiting_.push_back(step);
  }

  bool assignRods() {
    for (const LoopClosure<Scalar>& loop : constraint_.loops) {
      if (loop.joint != JointType::rod) return false;
      const auto offered =
          [&](int crank, const Transform<Scalar>& onCrank, int far,
              const Transform<Scalar>& onFar) -> std::optional<ExplicitStep<Scalar>> {
        if (!isWithin(crank) || tree_.body(crank).joint != JointType::revolute ||
            isGiven_[at(tree_.body(crank).local)] || supports(crank, far))
          return std::nullopt;
        const int parent = tree_.body(crank).parent;
        if (!supports(parent, far)) return std::nullopt;
        return ExplicitStep<Scalar>{tree_.body(crank).local,
                                    -1,
                                    {crank, parent, isWithin(far) ? far : parent,
                                     onCrank.translation, onFar.translation, loop.measure}};
      };
      auto step = offered(loop.child, loop.childFrame, loop.parent, loop.parentFrame);
      const auto other = offered(loop.parent, loop.parentFrame, loop.child, loop.childFrame);
      if (other && (!step || massOf(loop.parent) < massOf(loop.child))) step = other;
      if (!step) return false;
      give(*step);
    }
    return true;
  }

  bool assignCouplings() {
    for (std::size_t c = 0; c < constraint_.couplings.size(); ++c) {
      int lightest = -1;
      double least = 0;
      for (const auto& term : constraint_.couplings[c].terms) {
        const double mass = massOf(term.body);
        if (isGiven_[at(term.local)] || (lightest >= 0 && mass > least)) continue;
        lightest = term.local;
        least = mass;
      }
      if (lightest < 0) return false;
      give({lightest, static_cast<int>(c), {}});
    }
    return true;
  }

  bool isReady(const ExplicitStep<Scalar>& step) const {
    if (step.coupling >= 0) {
      const auto& terms = constraint_.couplings[at(step.coupling)].terms;
      return std::all_of(terms.begin(), terms.end(), [&](const auto& term) {
        return term.local == step.dependent || isKnown_[at(term.local)];
      });
    }
    for (int i = step.crankRod.far; i != step.crankRod.parent; i = tree_.body(i).parent) {
      const TreeBody<Scalar>& body = tree_.body(i);
      for (int k = 0; k < body.velocities; ++k)
        if (!isKnown_[at(body.local + k)]) return false;
    }
    return true;
  }

  const ClusterTree<Scalar>& tree_;
  const Cluster<Scalar>& cluster_;
  const ClusterConstraint<Scalar>& constraint_;
  const std::vector<double>& mass_;
  std::vector<bool> isGiven_, isKnown_;  ///< by spanning velocity: by a step; so far in the order
  std::vector<ExplicitStep<Scalar>> waiting_;
};

}  // namespace

template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& subtreeMass) {
  return Ordering<Scalar>(tree, cluster, constraint, subtreeMass).find();
}

template std::optional<ExplicitForm<double>> explicitFormOf(const ClusterTree<double>&,
                                                            const Cluster<double>&,
                                                            const ClusterConstraint<double>&,
                                                            const std::vector<double>&);

}  // namespace linkwork
