#include <algorithm>
#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/written_mechanism.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

namespace {

/// What a constrained cluster keeps between the passes.
struct EliminatedCluster {
  int gearedLink = -1;                          ///< the body that gives way for all of it
  std::vector<EliminatedJoint> columns;         ///< by independent velocity
  std::vector<std::vector<Expression>> factor;  ///< D_kj / D_jj, k > j
};

/// The articulated-body recursion (articulation.hpp, fast/hinge_recursion.hpp) written down:
/// outward with classical accelerations at ÿ = 0, inward, and outward with what ÿ adds.
class ForwardRecursion {
 public:
  ForwardRecursion(SymbolicMechanism& mechanism, std::vector<Expression> torque)
      : tree_(mechanism.tree),
        mechanism_(mechanism),
        torque_(std::move(torque)),
        bodies_(tree_.bodies().size()),
        eliminated_(torque_.size()),
        clusters_(tree_.clusters().size()),
        bias_(torque_.size()),
        accelerations_(torque_.size()) {}

  std::vector<Expression> write() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      addPassiveForce(body(i), mechanism_.q, mechanism_.v, torque_);
      bodies_[i].carrier = body(i).parent == ground ? &ground_ : &bodies_[place(body(i).parent)];
    }
    for (std::size_t c = 0; c < clusters_.size(); ++c) findGearedLink(c);
    for (int k = 0; k < 3; ++k) ground_.motion.linear[place(k)] = -tree_.gravity()[k];
    for (std::size_t c = 0; c < clusters_.size(); ++c) outward(c);
    for (std::size_t c = clusters_.size(); c-- > 0;) inward(c);
    for (std::size_t c = 0; c < clusters_.size(); ++c) accelerate(c);
    return std::move(accelerations_);
  }

 private:
  struct Body {
    Body* carrier = nullptr;
    Motion motion;
    Articulated inertia;
    Twist increment;
    std::vector<Wrench> columns;  ///< of a cluster: force per ÿ where the body's frame is held
  };

  static std::size_t place(int index) { return static_cast<std::size_t>(index); }
  const TreeBody<double>& body(std::size_t i) const { return tree_.bodies()[i]; }
  const std::vector<Move>& moves(std::size_t i) const { return mechanism_.bodies[i].moves; }
  const SymbolicMechanism::Rotor& rotor(std::size_t i) const { return mechanism_.bodies[i].rotor; }

  template <typename Visit>
  void eachBody(const Cluster<double>& cluster, Visit visit) const {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) visit(place(i));
  }

  void outward(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    if (cluster.constraint)
      for (int k = 0; k < cluster.spanning(); ++k)
        bias_[place(cluster.velocities[place(k)])] =
            mechanism_.motions.clusters[c].offset[place(k)];
    eachBody(cluster, [&](std::size_t i) {
      if (rotor(i).is) return;
      Body& here = bodies_[i];
      here.motion = here.carrier->motion;
      moveOutward(moves(i), mechanism_.v, bias_, here.motion);
      const BodyNumbers& numbers = mechanism_.bodies[i].numbers;
      here.inertia = articulatedOf(numbers, forceOf(numbers, here.motion));
    });
  }

  /// Puts the couple that a rotor's spin asks for at ÿ = 0 on its carrier, ω × J ŝ q̇ + J ŝ g, and
  /// returns the bias force on the rotor's joint, J (ŝᵀα + g).
  Expression spinRotor(std::size_t i) {
    Body& carrier = *bodies_[i].carrier;
    const Expression& rate = mechanism_.v[place(body(i).velocity)];
    const Expression& bias = bias_[place(body(i).velocity)];
    const Vec3& spin = rotor(i).spin;
    Vec3& couple = carrier.inertia.bias.n;
    couple = couple + rate * cross(carrier.motion.velocity, spin) + bias * spin;
    return dot(spin, carrier.motion.angular) + rotor(i).axial * bias;
  }

  /// A hinge with rotors on its carrier, all of one freedom, needs no columns: it gives way in its
  /// own frame, before it turns, where the rotors' couple is constant.
  void findGearedLink(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    if (!cluster.constraint || !cluster.constraint->loops.empty() || cluster.dofs != 1) return;
    int link = -1, links = 0;
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      if (body(place(i)).parent != cluster.parent) return;
      if (rotor(place(i)).is) continue;
      link = i;
      ++links;
    }
    if (links != 1 || body(place(link)).joint != JointType::revolute) return;
    if (isNumber(rowOf(c, place(link)), 0)) return;
    clusters_[c].gearedLink = link;
    std::vector<Move>& own = mechanism_.bodies[place(link)].moves;
    const auto freedom = std::find_if(own.begin(), own.end(), [](const Move& move) {
      return std::holds_alternative<Freedom>(move);
    });
    std::iter_swap(freedom - 1, freedom);
  }

  /// G of a body of one joint velocity in a cluster of one freedom.
  const Expression& rowOf(std::size_t c, std::size_t i) const {
    return mechanism_.motions.clusters[c].basis[place(body(i).local)][0];
  }

  void inward(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const std::size_t first = place(cluster.firstBody);
    if (clusters_[c].gearedLink >= 0) return inwardGeared(c);
    if (cluster.constraint) return inwardTogether(c);
    if (!rotor(first).is) return inwardAlone(first, {body(first).reflectedInertia, {}});
    const Expression bias = spinRotor(first);
    const std::size_t entry = place(body(first).velocity);
    eliminated_[entry] = eliminateJoint(Wrench{rotor(first).spin, {}},
                                        rotor(first).axial + body(first).reflectedInertia,
                                        torque_[entry] - bias, bodies_[first].carrier->inertia);
  }

  void inwardGeared(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const std::size_t link = place(clusters_[c].gearedLink);
    Geared geared{body(link).reflectedInertia, {}};
    eachBody(cluster, [&](std::size_t i) {
      if (i == link) return;
      const Expression ratio = rowOf(c, i) / rowOf(c, link);
      torque_[place(body(link).velocity)] +=
          ratio * (torque_[place(body(i).velocity)] - spinRotor(i));
      geared.reflected += ratio * ratio * rotor(i).axial;
      geared.couple = geared.couple + ratio * rotor(i).spin;
    });
    for (const Move& move : moves(link)) {
      if (std::holds_alternative<Freedom>(move)) break;
      if (const auto* by = std::get_if<Turn>(&move)) turnBack(*by, geared.couple);
    }
    inwardAlone(link, geared);
  }

  void inwardAlone(std::size_t i, const Geared& geared) {
    Articulated at = bodies_[i].inertia;
    for (auto move = moves(i).rbegin(); move != moves(i).rend(); ++move) {
      moveInward(*move, at);
      const auto* freedom = std::get_if<Freedom>(&*move);
      if (!freedom) continue;
      for (std::size_t k = freedom->subspace.size(); k-- > 0;) {
        const std::size_t entry = place(freedom->velocity) + k;
        eliminated_[entry] = eliminateJoint(freedom->subspace[k], torque_[entry], geared, at);
      }
    }
    if (bodies_[i].carrier != &ground_) bodies_[i].carrier->inertia += at;
  }

  /// A cluster: each body hands on its whole inertia A and beside it the columns B. At a
  /// coordinate with twist S and row G_k
  ///   D += G_kᵀ SᵀA S G_k + G_kᵀ SᵀB + BᵀS G_k     u += G_kᵀ (τ − Sᵀp)     B += A S G_k
  /// and on the carrier all gives way at once (dynamics/hinges/coupled_hinges.hpp).
  void inwardTogether(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const auto& basis = mechanism_.motions.clusters[c].basis;
    const std::size_t m = place(cluster.dofs);
    std::vector inertia(m, std::vector<Expression>(m));
    std::vector<Expression> force(m);
    Body sum;
    sum.columns.resize(m);
    eachBody(cluster, [&](std::size_t i) { bodies_[i].columns.resize(m); });
    for (int index = cluster.firstBody + cluster.bodyCount; index-- > cluster.firstBody;) {
      const std::size_t i = place(index);
      Body& here = bodies_[i];
      Body& carrier = body(i).parent < cluster.firstBody ? sum : *here.carrier;
      if (rotor(i).is) {
        const auto& row = basis[place(body(i).local)];
        const Expression own = torque_[place(body(i).velocity)] - spinRotor(i);
        for (std::size_t j = 0; j < m; ++j) {
          force[j] += row[j] * own;
          for (std::size_t k = 0; k <= j; ++k) inertia[j][k] += row[j] * rotor(i).axial * row[k];
          carrier.columns[j].n = carrier.columns[j].n + row[j] * rotor(i).spin;
        }
        continue;
      }
      int local = body(i).local + body(i).velocities;
      for (auto move = moves(i).rbegin(); move != moves(i).rend(); ++move) {
        moveInward(*move, here.inertia);
        for (Wrench& column : here.columns) moveInward(*move, column);
        const auto* freedom = std::get_if<Freedom>(&*move);
        if (!freedom) continue;
        for (std::size_t k = freedom->subspace.size(); k-- > 0;)
          collect(freedom->subspace[k], torque_[place(freedom->velocity) + k],
                  basis[place(--local)], here, inertia, force);
      }
      carrier.inertia += here.inertia;
      for (std::size_t j = 0; j < m; ++j) carrier.columns[j] += here.columns[j];
    }
    EliminatedCluster& result = clusters_[c];
    for (std::size_t j = 0; j < m; ++j) yieldColumn(j, inertia, force, sum, result);
    if (cluster.parent != ground) bodies_[place(cluster.parent)].inertia += sum.inertia;
  }

  static void collect(const Twist& subspace, const Expression& torque,
                      const std::vector<Expression>& row, Body& here,
                      std::vector<std::vector<Expression>>& inertia,
                      std::vector<Expression>& force) {
    Wrench push;
    for (int i = 0; i < 6; ++i)
      for (int k = 0; k < 6; ++k) push[i] += here.inertia(i, k) * subspace[k];
    const Expression own = dot(subspace, push), free = torque - dot(subspace, here.inertia.bias);
    std::vector<Expression> across;  // SᵀB
    for (const Wrench& column : here.columns) across.push_back(dot(subspace, column));
    for (std::size_t j = 0; j < row.size(); ++j) {
      force[j] += row[j] * free;
      for (std::size_t k = 0; k <= j; ++k)
        inertia[j][k] += row[j] * (own * row[k] + across[k]) + across[j] * row[k];
      for (int i = 0; i < 6; ++i) here.columns[j][i] += push[i] * row[j];
    }
  }

  static void yieldColumn(std::size_t j, std::vector<std::vector<Expression>>& inertia,
                          std::vector<Expression>& force, Body& sum, EliminatedCluster& result) {
    const std::size_t m = force.size();
    const Expression inverse = 1 / inertia[j][j];
    result.columns.push_back(eliminateJoint(sum.columns[j], inertia[j][j], force[j], sum.inertia));
    std::vector<Expression> factor(m);
    for (std::size_t k = j + 1; k < m; ++k) {
      factor[k] = inertia[k][j] * inverse;
      force[k] -= factor[k] * force[j];
      for (int i = 0; i < 6; ++i) sum.columns[k][i] -= factor[k] * sum.columns[j][i];
      for (std::size_t l = j + 1; l <= k; ++l) inertia[k][l] -= factor[k] * inertia[l][j];
    }
    result.factor.push_back(std::move(factor));
  }

  void accelerate(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const bool isGeared = clusters_[c].gearedLink >= 0;
    if (cluster.constraint && !isGeared) return accelerateTogether(c);
    const std::size_t i = place(isGeared ? clusters_[c].gearedLink : cluster.firstBody);
    Twist at = bodies_[i].carrier->increment;
    if (rotor(i).is) {
      accelerateEntry(place(body(i).velocity), at);
      return;
    }
    for (const Move& move : moves(i)) {
      moveOutward(move, at);
      const auto* freedom = std::get_if<Freedom>(&move);
      if (!freedom) continue;
      for (std::size_t k = 0; k < freedom->subspace.size(); ++k) {
        const Expression added = accelerateEntry(place(freedom->velocity) + k, at);
        for (int e = 0; e < 6; ++e) at[e] += freedom->subspace[k][e] * added;
      }
    }
    bodies_[i].increment = at;
    if (!isGeared) return;
    eachBody(cluster, [&](std::size_t other) {
      if (other != i)
        accelerations_[place(body(other).velocity)] =
            rowOf(c, other) / rowOf(c, i) * accelerations_[place(body(i).velocity)];
    });
  }

  Expression accelerateEntry(std::size_t entry, const Twist& at) {
    accelerations_[entry] = eliminated_[entry].freeRate - dot(eliminated_[entry].gain, at);
    return accelerations_[entry];
  }

  void accelerateTogether(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const auto& motion = mechanism_.motions.clusters[c];
    const EliminatedCluster& eliminated = clusters_[c];
    const Twist& carrier =
        cluster.parent == ground ? ground_.increment : bodies_[place(cluster.parent)].increment;
    std::vector<Expression> independent(eliminated.columns.size());
    for (std::size_t j = independent.size(); j-- > 0;) {
      independent[j] = eliminated.columns[j].freeRate - dot(eliminated.columns[j].gain, carrier);
      for (std::size_t k = j + 1; k < independent.size(); ++k)
        independent[j] -= eliminated.factor[j][k] * independent[k];
    }
    std::vector<Expression> added;  // G ÿ
    for (int k = 0; k < cluster.spanning(); ++k) {
      Expression sum;
      for (std::size_t j = 0; j < independent.size(); ++j)
        sum += motion.basis[place(k)][j] * independent[j];
      added.push_back(sum);
      accelerations_[place(cluster.velocities[place(k)])] = sum + motion.offset[place(k)];
    }
    eachBody(cluster, [&](std::size_t i) {
      if (rotor(i).is) return;
      Twist at = bodies_[i].carrier->increment;
      std::size_t local = place(body(i).local);
      for (const Move& move : moves(i)) {
        moveOutward(move, at);
        if (const auto* freedom = std::get_if<Freedom>(&move))
          for (const Twist& column : freedom->subspace) {
            for (int e = 0; e < 6; ++e) at[e] += column[e] * added[local];
            ++local;
          }
      }
      bodies_[i].increment = at;
    });
  }

  const ClusterTree<double>& tree_;
  SymbolicMechanism& mechanism_;
  std::vector<Expression> torque_;
  Body ground_;
  std::vector<Body> bodies_;
  std::vector<EliminatedJoint> eliminated_;  ///< by entry in v, of single bodies
  std::vector<EliminatedCluster> clusters_;  ///< of the others
  std::vector<Expression> bias_;             ///< g by entry in v
  std::vector<Expression> accelerations_;
};

}  // namespace

std::vector<Expression> writeForwardDynamics(SymbolicMechanism& mechanism,
                                             std::vector<Expression> torque) {
  return ForwardRecursion(mechanism, std::move(torque)).write();
}

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  const int nv = tree.velocitySize();
  codegen::SymbolicMechanism mechanism(tree, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::writeForwardDynamics(mechanism, mechanism.inputs(2, nv));
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("forwardDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"tau", nv}},
                           std::move(outputs));
}

}  // namespace linkwork
