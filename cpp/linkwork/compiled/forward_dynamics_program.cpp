#include <stdexcept>

#include "linkwork/compiled/forward_recursion.hpp"
#include "linkwork/compiled/mechanism_programs.hpp"
#include "linkwork/tree/forces.hpp"

namespace linkwork {

namespace {

using namespace compiled;
using symbolic::Program;

std::size_t place(int index) { return static_cast<std::size_t>(index); }

std::vector<Expression> inputsOf(symbolic::Graph& graph, int array, int size) {
  std::vector<Expression> result;
  for (int i = 0; i < size; ++i) result.push_back(graph.input(array, i));
  return result;
}

/// The articulated-body recursion (articulation.hpp, fast/hinge_recursion.hpp) written down:
/// outward with classical accelerations at q̈ = 0, inward, and outward with what q̈ adds.
class ForwardRecursion {
 public:
  ForwardRecursion(const ClusterTree<double>& tree, symbolic::Graph& graph)
      : tree_(tree),
        q_(inputsOf(graph, 0, tree.positionSize())),
        v_(inputsOf(graph, 1, tree.velocitySize())),
        torque_(inputsOf(graph, 2, tree.velocitySize())),
        bodies_(tree.bodies().size()),
        yielded_(v_.size()),
        accelerations_(v_.size()) {}

  std::vector<Expression> write() {
    const Number number = [](double value) { return Expression(value); };
    addPassiveForces();
    Motion ground;
    for (int k = 0; k < 3; ++k) ground.linear[place(k)] = -tree_.gravity()[k];
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const TreeBody<double>& body = tree_.bodies()[i];
      Body& here = bodies_[i];
      here.moves = movesOf(body, q_, v_, number);
      here.motion = body.parent == linkwork::ground ? ground : bodies_[place(body.parent)].motion;
      moveOutward(here.moves, v_, here.motion);
      const BodyNumbers numbers = numbersOf(body.inertia, number);
      here.inertia = articulatedOf(numbers, forceOf(numbers, here.motion));
    }
    for (std::size_t i = bodies_.size(); i-- > 0;) inward(tree_.bodies()[i], bodies_[i]);
    for (std::size_t i = 0; i < bodies_.size(); ++i) accelerate(tree_.bodies()[i], bodies_[i]);
    std::vector<Expression> outputs = accelerations_;
    outputs.push_back(1);
    return outputs;
  }

 private:
  struct Body {
    std::vector<Move> moves;
    Motion motion;
    Articulated inertia;
    Twist increment;
  };

  void addPassiveForces() {
    for (const TreeBody<double>& body : tree_.bodies()) {
      if (!body.hasPassiveForces) continue;
      for (int k = 0; k < velocitySize(body.joint); ++k) {
        const Expression rate = v_[place(body.velocity + k)];
        Expression& torque = torque_[place(body.velocity + k)];
        torque -= body.damping * rate;
        if (body.stiffness != 0)
          torque -= body.stiffness * (q_[place(body.position + k)] - body.rest);
        if (body.friction != 0)
          torque -= body.friction * (rate / sqrt(rate * rate + frictionSpeed * frictionSpeed));
      }
    }
  }

  void inward(const TreeBody<double>& body, Body& here) {
    Articulated at = here.inertia;
    const bool isLast = body.parent == ground;
    for (auto move = here.moves.rbegin(); move != here.moves.rend(); ++move) {
      if (const auto* by = std::get_if<Turn>(&*move)) {
        turn(*by, at);
      } else if (const auto* rotation = std::get_if<Rotation>(&*move)) {
        rotate(*rotation, at);
      } else if (const auto* slide = std::get_if<Slide>(&*move)) {
        shift(slide->axis, slide->way, at);
      } else {
        const Freedom& freedom = std::get<Freedom>(*move);
        for (std::size_t k = freedom.subspace.size(); k-- > 0;) {
          const std::size_t entry = place(freedom.velocity) + k;
          yielded_[entry] = giveWay(freedom.subspace[k], torque_[entry], body.reflectedInertia, at);
        }
      }
    }
    if (!isLast) bodies_[place(body.parent)].inertia += at;
  }

  void accelerate(const TreeBody<double>& body, Body& here) {
    Twist at = body.parent == ground ? Twist{} : bodies_[place(body.parent)].increment;
    for (const Move& move : here.moves) {
      if (const auto* by = std::get_if<Turn>(&move)) {
        turnBack(*by, at.n);
        turnBack(*by, at.f);
      } else if (const auto* rotation = std::get_if<Rotation>(&move)) {
        at = {rotatedBack(*rotation, at.n), rotatedBack(*rotation, at.f)};
      } else if (const auto* slide = std::get_if<Slide>(&move)) {
        shiftBack(slide->axis, slide->way, at);
      } else {
        const Freedom& freedom = std::get<Freedom>(move);
        for (std::size_t k = 0; k < freedom.subspace.size(); ++k) {
          const std::size_t entry = place(freedom.velocity) + k;
          accelerations_[entry] = yielded_[entry].freeRate - dot(yielded_[entry].gain, at);
          for (int i = 0; i < 6; ++i) at[i] += freedom.subspace[k][i] * accelerations_[entry];
        }
      }
    }
    here.increment = at;
  }

  const ClusterTree<double>& tree_;
  std::vector<Expression> q_, v_, torque_;
  std::vector<Body> bodies_;
  std::vector<Yielded> yielded_;           ///< by entry in v
  std::vector<Expression> accelerations_;  ///< the same
};

}  // namespace

Program forwardDynamicsProgram(const ClusterTree<double>& tree, const ProgramOptions&) {
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint) throw std::invalid_argument("loops and couplings do not compile yet");
  Program program;
  program.name = "forwardDynamics";
  program.inputs = {
      {"q", tree.positionSize()}, {"v", tree.velocitySize()}, {"tau", tree.velocitySize()}};
  program.graph = std::make_shared<symbolic::Graph>();
  program.outputs = ForwardRecursion(tree, *program.graph).write();
  return program;
}

}  // namespace linkwork
