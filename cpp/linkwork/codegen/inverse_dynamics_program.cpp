#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/written_mechanism.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

namespace {

/// The recursive Newton–Euler algorithm (inverse_dynamics.hpp) written down: outward the motions,
/// inward the forces.
class InverseRecursion {
 public:
  InverseRecursion(const SymbolicMechanism& mechanism, const std::vector<Expression>& given)
      : tree_(mechanism.tree),
        mechanism_(mechanism),
        motions_(tree_.bodies().size()),
        forces_(tree_.bodies().size()),
        accelerations_(given),
        jointForces_(given.size()) {}

  /// Generalised forces by ẏ.
  std::vector<Expression> write() {
    Motion fixed;
    for (int k = 0; k < 3; ++k) fixed.linear[at(k)] = -tree_.gravity()[k];
    for (std::size_t c = 0; c < tree_.clusters().size(); ++c) span(c);
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const TreeBody<double>& body = tree_.bodies()[i];
      const SymbolicMechanism::Body& written = mechanism_.bodies[i];
      const Motion& carrier = body.parent == ground ? fixed : motions_[at(body.parent)];
      if (written.rotor.is) {
        spinRotor(body, written.rotor, carrier);
        continue;
      }
      motions_[i] = carrier;
      moveOutward(written.moves, mechanism_.v, accelerations_, motions_[i]);
      forces_[i] += forceOf(written.numbers, motions_[i]);
    }
    for (std::size_t i = forces_.size(); i-- > 0;) inward(i);
    std::vector<Expression> passive(jointForces_.size());
    for (const TreeBody<double>& body : tree_.bodies())
      addPassiveForce(body, mechanism_.q, mechanism_.v, passive);
    for (std::size_t k = 0; k < passive.size(); ++k) jointForces_[k] -= passive[k];
    return project();
  }

 private:
  /// q̈ = G ÿ + g of a constrained cluster.
  void span(std::size_t c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    if (!cluster.constraint) return;
    const SpanningMotion& motion = mechanism_.motions.clusters[c];
    std::vector<Expression> spanning = motion.offset;
    for (std::size_t k = 0; k < spanning.size(); ++k)
      for (std::size_t j = 0; j < motion.independent.size(); ++j)
        spanning[k] +=
            motion.basis[k][j] * accelerations_[at(cluster.velocities[at(motion.independent[j])])];
    for (std::size_t k = 0; k < spanning.size(); ++k)
      accelerations_[at(cluster.velocities[k])] = spanning[k];
  }

  /// A rotor asks J (ŝᵀα + q̈) of its joint and ω × J ŝ q̇ + J ŝ q̈ of its carrier.
  void spinRotor(const TreeBody<double>& body, const SymbolicMechanism::Rotor& rotor,
                 const Motion& carrier) {
    const std::size_t entry = at(body.velocity);
    jointForces_[entry] = dot(rotor.spin, carrier.angular) +
                          (rotor.axial + body.reflectedInertia) * accelerations_[entry];
    if (body.parent == ground) return;
    Wrench& onCarrier = forces_[at(body.parent)];
    onCarrier.n = onCarrier.n + mechanism_.v[entry] * cross(carrier.velocity, rotor.spin) +
                  accelerations_[entry] * rotor.spin;
  }

  void inward(std::size_t i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    if (mechanism_.bodies[i].rotor.is) return;
    Wrench force = forces_[i];
    const std::vector<Move>& moves = mechanism_.bodies[i].moves;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
      moveInward(*move, force);
      const auto* freedom = std::get_if<Freedom>(&*move);
      if (!freedom) continue;
      for (std::size_t k = 0; k < freedom->subspace.size(); ++k) {
        const std::size_t entry = at(freedom->velocity) + k;
        jointForces_[entry] =
            dot(freedom->subspace[k], force) + body.reflectedInertia * accelerations_[entry];
      }
    }
    if (body.parent != ground) forces_[at(body.parent)] += force;
  }

  /// Gᵀ of the joints' forces, on the independent joints.
  std::vector<Expression> project() const {
    std::vector<Expression> result(jointForces_.size());
    for (std::size_t c = 0; c < tree_.clusters().size(); ++c) {
      const Cluster<double>& cluster = tree_.clusters()[c];
      for (std::size_t k = 0; k < cluster.velocities.size(); ++k) {
        const Expression& own = jointForces_[at(cluster.velocities[k])];
        if (!cluster.constraint) {
          result[at(cluster.velocities[k])] = own;
          continue;
        }
        const SpanningMotion& motion = mechanism_.motions.clusters[c];
        for (std::size_t j = 0; j < motion.independent.size(); ++j)
          result[at(cluster.velocities[at(motion.independent[j])])] += motion.basis[k][j] * own;
      }
    }
    return result;
  }

  const ClusterTree<double>& tree_;
  const SymbolicMechanism& mechanism_;
  std::vector<Motion> motions_;
  std::vector<Wrench> forces_;
  std::vector<Expression> accelerations_, jointForces_;  ///< by entry in v
};

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::Program inverseDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options) {
  const int nv = tree.velocitySize();
  const codegen::SymbolicMechanism mechanism(tree, true, options.keepParameters ? 3 : -1);
  std::vector<symbolic::Expression> outputs =
      codegen::InverseRecursion(mechanism, mechanism.inputs(2, nv)).write();
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("inverseDynamics", {{"q", tree.positionSize()}, {"v", nv}, {"a", nv}},
                           std::move(outputs));
}

}  // namespace linkwork
