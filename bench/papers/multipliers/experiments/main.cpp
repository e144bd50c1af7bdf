// Repeats the experiments of the paper on Lagrange multipliers in linear time and prints the
// results as JSON; ../paper-multipliers.mjs makes tables and figures of them.
//
//   linkwork_paper_multipliers [--quick] [NAME...]      NAME: experiments to run; all without

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "baselines.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/simulation.hpp"
#include "papers/multipliers/pivoting_solver.hpp"
#include "systems.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

using Json = nlohmann::json;

/// How long an experiment may take: all of it, or a part that shows that it works.
struct Effort {
  bool isQuick = false;
  int rounds() const { return isQuick ? 1 : 15; }
  double seconds() const { return isQuick ? 1e-3 : 2e-2; }
};

Json jsonOf(const std::vector<Timing>& timings) {
  Json methods = Json::array();
  for (const auto& [name, microseconds, ratio] : timings)
    methods.push_back({{"name", name}, {"microseconds", microseconds}, {"ratio", ratio}});
  return methods;
}

/// The recursion in closed form for rigid parts, on the mechanism that the system is.
struct RigidRecursion {
  explicit RigidRecursion(const SpatialSystem& system)
      : mechanism(mechanismOf(system)), tree(compile(mechanism)), dynamics(tree) {
    const auto parts = at(dynamics.partCount());
    q = tree.initialPosition();
    v = tree.initialVelocity();
    for (auto* vector : {&velocities, &forces, &y}) vector->assign(parts, Vector6<double>::Zero());
    c.assign(dynamics.graph().joints.size(), Vector6<double>::Zero());
    closing.setZero(dynamics.auxiliaryRows());
    evaluate();
  }
  void evaluate() {
    dynamics.place(q, at_);
    dynamics.partVelocities(at_, q, v, velocities);
    dynamics.accelerationBias(at_, velocities, c, closing);
  }
  void solve() {
    dynamics.factor(at_);
    dynamics.solve(forces, c, closing, y);
  }

  Mechanism mechanism;
  ClusterTree<double> tree;
  maximal::MultiplierDynamics dynamics;
  maximal::PartConfiguration at_;
  Eigen::VectorXd q, v, closing;
  maximal::PartVector velocities, forces, c, y;
};

/// The largest difference between two answers, relative to the largest acceleration.
double difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / a.cwiseAbs().maxCoeff();
}

/// All methods on a system: with the recursion for rigid parts where that is given.
template <typename System>
Json compareOn(const std::string& name, const System& system, const Effort& effort,
               RigidRecursion* rigid = nullptr) {
  Equations<System> equations(system);
  const papers::ConstrainedBodies& bodies = equations.bodies;
  DenseMultipliers dense(bodies);
  ConjugateGradients plain(bodies, false), blocks(bodies, true);
  Eigen::VectorXd y(bodies.unknowns()), multipliers(bodies.rows());
  const auto gradients = [&](ConjugateGradients& method, double tolerance) {
    method.factor(equations.bodies);
    return method.solve(bodies, equations.force, equations.c, tolerance, y, multipliers);
  };
  std::vector<Candidate> candidates{
      {"sparse", [&] { equations.factor(), equations.solve(); }},
      {"evaluating M, J and c", [&] { equations.evaluate(); }},
      {"factor", [&] { equations.factor(); }},
      {"solve", [&] { equations.solve(); }},
      {"dense",
       [&] {
         dense.factor(equations.bodies);
         dense.solve(equations.force, equations.c, y, multipliers);
       }},
      {"conjugate gradients, 1e-3", [&] { gradients(plain, 1e-3); }},
      {"conjugate gradients, 1e-9", [&] { gradients(plain, 1e-9); }},
      {"the same preconditioned, 1e-9", [&] { gradients(blocks, 1e-9); }}};
  if (rigid) candidates.push_back({"rigid parts", [&] { rigid->solve(); }});
  papers::PivotingSolver pivoting;
  if (!system.contacts.empty())
    candidates.push_back({"contacts as inequalities", [&] {
                            equations.bodies.respond();
                            equations.bodies.solve(
                                equations.force, equations.c, y, multipliers,
                                [&](const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                                    Eigen::VectorXd& mu) { pivoting.solve(w, b, mu); });
                          }});

  Json result{{"name", name},
              {"bodies", bodies.forest().nodes().size()},
              {"primary", bodies.rows() - bodies.auxiliaryRows()},
              {"auxiliary", bodies.auxiliaryRows()}};
  result["methods"] = jsonOf(compare(candidates, effort.rounds(), effort.seconds()));
  equations.factor();
  equations.solve();
  dense.factor(equations.bodies);
  dense.solve(equations.force, equations.c, y, multipliers);
  result["denseDifference"] = difference(equations.accelerations, y);
  result["iterations"] = {{"plain3", gradients(plain, 1e-3)},
                          {"plain9", gradients(plain, 1e-9)},
                          {"blocks9", gradients(blocks, 1e-9)}};
  return result;
}

/// The systems of section 9, in its order.
Json paperSystems(const Effort& effort) {
  Json results = Json::array();
  results.push_back(compareOn("2-D, 54 pins", planarTree(55, 0), effort));
  results.push_back(compareOn("2-D, 48 pins and 6 loops", planarTree(49, 6), effort));
  results.push_back(compareOn("3-D, 32 balls and 3 contacts", ballTree(33, 2, 3), effort));
  const SpatialSystem large = ballTree(128, 2);
  RigidRecursion rigid(large);
  results.push_back(compareOn("3-D, 127 balls", large, effort, &rigid));
  return results;
}

/// k rods on the structure of 127 balls: the matrix of their responses by halves of solves, and by
/// whole ones as the paper does it.
Json auxiliaryCost(const Effort& effort) {
  Json results = Json::array();
  for (const int k : {1, 2, 4, 8, 16, 32, 64}) {
    Equations<SpatialSystem> equations(ballTreeWithRods(128, 2, k));
    Equations<SpatialSystem> primary(ballTree(128, 2));
    const papers::ConstrainedBodies& bodies = equations.bodies;
    primary.factor();
    Eigen::MatrixXd response(k, k);
    Eigen::VectorXd force(bodies.unknowns()), y(bodies.unknowns());
    Eigen::VectorXd unused(primary.bodies.rows()), zero = Eigen::VectorXd::Zero(unused.size());
    const auto whole = [&] {
      for (int j = 0; j < k; ++j) {
        const int constraint = bodies.forest().auxiliaries()[at(j)];
        force.setZero();
        for (int place = 0; place < 2; ++place) {
          const int body = bodies.forest().constraints()[at(constraint)].bodies[at(place)];
          force.segment<6>(bodies.first(body)) += bodies.forces(constraint, place).col(0);
        }
        primary.bodies.solve(force, zero, y, unused);
        for (int i = 0; i < k; ++i)
          bodies.rate(bodies.forest().auxiliaries()[at(i)], y, &response(i, j));
      }
    };
    whole();
    equations.factor();
    const Eigen::MatrixXd& halves = bodies.delassus().response();
    const double apart = (halves - response).cwiseAbs().maxCoeff() / halves.cwiseAbs().maxCoeff();
    const auto timings =
        compare({{"primary alone", [&] { primary.factor(), primary.solve(); }},
                 {"with auxiliaries", [&] { equations.factor(), equations.solve(); }},
                 {"matrix by whole solves", whole}},
                effort.rounds(), effort.seconds());
    results.push_back(
        {{"k", k}, {"rank", bodies.rank()}, {"difference", apart}, {"methods", jsonOf(timings)}});
  }
  return results;
}

/// k contacts of the 127 balls' last bodies with the floor: held, as equalities are, and as what
/// they are, inequalities, by Dantzig's pivoting and by the solver that has friction as well.
Json contactCost(const Effort& effort) {
  Json results = Json::array();
  for (const int k : {1, 2, 4, 8, 16, 32, 64}) {
    Equations<SpatialSystem> equations(ballTree(128, 2, k)), primary(ballTree(128, 2));
    papers::ConstrainedBodies& bodies = equations.bodies;
    for (int i = 2; i < k; i += 3) equations.force[bodies.first(127 - i) + 2] *= -1;
    papers::PivotingSolver pivoting;
    contact::CoulombSolver coulomb;
    std::vector<constraints::ConeBlock> blocks;
    for (int i = 0; i < k; ++i) blocks.push_back({i});
    Eigen::VectorXd y(bodies.unknowns()), multipliers(bodies.rows()), towards(k), f(k);
    const auto push = [&](const auto& forces) {
      bodies.respond();
      bodies.solve(equations.force, equations.c, y, multipliers, forces);
    };
    const auto byPivots = [&](const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                              Eigen::VectorXd& mu) { pivoting.solve(w, towards = b, mu); };
    const auto bySweeps = [&](const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                              Eigen::VectorXd& mu) { coulomb.solve(w, b, blocks, mu.setZero()); };
    push(bySweeps);
    const Eigen::VectorXd swept = y;
    push(byPivots);
    const double apart = difference(y, swept);
    const auto pushing = (multipliers.tail(k).array() > 0).count();
    const auto timings = compare(
        {{"without contacts", [&] { primary.factor(), primary.solve(); }},
         {"as equalities", [&] { equations.factor(), equations.solve(); }},
         {"as inequalities, by pivots", [&] { push(byPivots); }},
         {"as inequalities, by sweeps", [&] { push(bySweeps); }},
         {"the k×k matrix", [&] { bodies.respond(); }},
         {"the pivots alone", [&] { pivoting.solve(bodies.delassus().response(), towards, f); }}},
        effort.rounds(), effort.seconds());
    results.push_back({{"k", k},
                       {"pushing", pushing},
                       {"pivots", pivoting.pivots()},
                       {"difference", apart},
                       {"methods", jsonOf(timings)}});
  }
  return results;
}

/// Chains and trees of balls of up to 3000 bodies.
Json growth(const Effort& effort) {
  Json results = Json::array();
  for (const int children : {1, 2})
    for (const int bodies : {10, 30, 100, 300, 1000, 3000}) {
      if (effort.isQuick && bodies > 100) continue;
      const SpatialSystem system = ballTree(bodies, children);
      RigidRecursion rigid(system);
      Equations<SpatialSystem> equations(system);
      ConjugateGradients gradients(equations.bodies, false);
      Eigen::VectorXd y(equations.bodies.unknowns()), multipliers(equations.bodies.rows());
      std::vector<Candidate> candidates{{"sparse", [&] { equations.factor(), equations.solve(); }},
                                        {"rigid parts", [&] { rigid.solve(); }}};
      std::unique_ptr<DenseMultipliers> dense;
      if (bodies <= 300) {
        dense = std::make_unique<DenseMultipliers>(equations.bodies);
        candidates.push_back({"dense", [&] {
                                dense->factor(equations.bodies);
                                dense->solve(equations.force, equations.c, y, multipliers);
                              }});
      }
      if (bodies <= 1000)
        candidates.push_back({"conjugate gradients, 1e-9", [&] {
                                gradients.factor(equations.bodies);
                                gradients.solve(equations.bodies, equations.force, equations.c,
                                                1e-9, y, multipliers);
                              }});
      results.push_back({{"shape", children == 1 ? "chain" : "tree"},
                         {"bodies", bodies},
                         {"methods", jsonOf(compare(candidates, bodies > 300 ? 5 : effort.rounds(),
                                                    effort.seconds()))}});
    }
  return results;
}

/// What ten seconds leave open and lose, by integrator and step.
Json drift(const Effort& effort) {
  Json results = Json::array();
  ChainOptions ten;
  ten.links = 10;
  ten.startAngle = 0.6;
  for (const Mechanism& mechanism : {fourBar(), chain(ten)})
    for (const double step : {1e-3, 5e-3})
      for (const char* integrator : {"rattle", "rk4", "baumgarte"}) {
        Simulation simulation(mechanism,
                              {.method = "multipliers", .integrator = integrator, .step = step});
        const auto energy = [&] {
          return simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
        };
        const double start = energy(), duration = effort.isQuick ? 0.1 : 10;
        double gap = 0, error = 0;
        while (simulation.time() < duration) {
          simulation.step();
          gap = std::max(gap, simulation.loopError());
          error = std::max(error, std::abs(energy() - start));
        }
        results.push_back({{"mechanism", mechanism.name},
                           {"step", step},
                           {"integrator", integrator},
                           {"gap", gap},
                           {"energy", error},
                           {"left", std::abs(energy() - start)}});
      }
  return results;
}

struct Experiment {
  const char* name;
  Json (*run)(const Effort&);
};

const Experiment experiments[] = {{"paperSystems", paperSystems},
                                  {"auxiliaryCost", auxiliaryCost},
                                  {"contactCost", contactCost},
                                  {"growth", growth},
                                  {"drift", drift}};

}  // namespace
}  // namespace linkwork::bench

int main(int argc, char** argv) {
  linkwork::bench::Effort effort;
  std::set<std::string> desired(argv + 1, argv + argc);
  effort.isQuick = desired.erase("--quick") > 0;
  nlohmann::json results = nlohmann::json::object();
  for (const linkwork::bench::Experiment& experiment : linkwork::bench::experiments) {
    if (!desired.empty() && !desired.contains(experiment.name)) continue;
    const double start = linkwork::bench::processorSeconds();
    results[experiment.name] = experiment.run(effort);
    std::cerr << experiment.name << ": "
              << static_cast<int>(linkwork::bench::processorSeconds() - start) << " s\n";
  }
  std::cout << results << '\n';
  return 0;
}
