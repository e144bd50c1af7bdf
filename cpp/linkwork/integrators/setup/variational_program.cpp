#include <algorithm>
#include <utility>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/dynamics/configuration_definitions.hpp"
#include "linkwork/dynamics/kernels/step_pass.hpp"
#include "linkwork/integrators/revolute_step_definitions.hpp"
#include "linkwork/model/cluster_tree_conversion.hpp"
#include "linkwork/program.hpp"

namespace linkwork {

namespace {

using codegen::Number;
using codegen::TreeNumbers;
using symbolic::Expression;
using symbolic::Program;
using Flat = VectorX<Expression>;

/// A step of discrete mechanics (integrators/revolute_step.hpp) as programs:
///
///   Place   q → data of a pose               Evaluate  u → momenta at both ends
///   Push    momenta → those with forces      Correct   → u + δu, and whether it is enough
///   Start   the guess, Keep  the correction  End       → v', momenta, u and the guard
///   Retract q, u → q'
class VariationalTrace {
 public:
  /// The arrays of all programs: inputs, and those that pass data between programs.
  enum Array {
    positions,
    momenta,
    jointMomenta,
    guess,
    torques,
    length,
    placed,     ///< data of a pose
    pushed,     ///< momenta with half the impulse of forces
    ends,       ///< momenta at both ends, and a guard behind them
    current,    ///< u, how far the last correction went, and how many there were
    corrected,  ///< the same after one more, whether it is enough, and whether to go on
    numbers
  };

  VariationalTrace(const ClusterTree<double>& tree, bool keepParameters)
      : nq_(tree.positionSize()),
        nv_(tree.velocitySize()),
        count_(static_cast<int>(tree.bodies().size())),
        number_([this, keepParameters](double value) -> Expression {
          if (!keepParameters || value == 0 || std::abs(value) == 1) return value;
          parameters_.push_back(value);
          return graph_->input(numbers, static_cast<int>(parameters_.size()) - 1);
        }),
        tree_(tree, TreeNumbers(*tree.plan(), number_, TreeNumbers::Bodies::all)),
        revolutes_(codegen::symbolicRevolutes(*tree.plan(), number_)),
        bodies_(tree_),
        step_(*tree.plan(), nv_, revolutes_, bodies_, kernels::recursionPassesHere<Expression>,
              kernels::stepPassesHere<Expression>) {
    const Expression h = graph_->input(length, 0), half = 0.5 * h;
    const Flat q = inputs(positions, nq_), u = inputs(current, nv_), torque = inputs(torques, nv_);

    step_.moveTo(q);
    place_ = replaceBy(placed, [&](auto visit) { step_.visitPlaced(visit); });

    DiscreteMomenta<Expression> known(tree_);
    const auto eachOf = [&known](auto visit) {
      for (Vector6<Expression>& body : known.bodies)
        for (Expression& number : body) visit(number);
      for (Expression& number : known.joints) visit(number);
    };
    for (int i = 0; i < count_; ++i)
      for (int k = 0; k < 6; ++k) known.bodies[at(i)][k] = graph_->input(momenta, 6 * i + k);
    known.joints = inputs(jointMomenta, nv_) + half * torque;
    step_.addPotentialForces(half, known);
    push_ = replaceBy(pushed, eachOf);

    step_.begin(h, known);
    step_.evaluate(u);
    const Expression turns = smallTurns();
    evaluate_ = replaceBy(ends, [&](auto visit) { step_.visitMomenta(visit); });
    evaluate_.push_back(turns);

    Flat change(nv_);
    step_.direction(change);
    for (int k = 0; k < nv_; ++k) correct_.push_back(u[k] + change[k]);
    addConvergence(largest(change) / max(1, largest(u)));
    for (int k = 0; k < nv_; ++k) start_.push_back(graph_->input(guess, k));
    start_.insert(start_.end(), {-1, 0});
    for (int k = 0; k < nv_ + 2; ++k) keep_.push_back(graph_->input(corrected, k));

    Flat moved = h * u, arrived(nq_), velocity(nv_);
    retract<Expression>(tree_, q, moved, arrived);
    retract_.assign(arrived.begin(), arrived.end());

    DiscreteMomenta<Expression> end(tree_);
    step_.momentaAtEnd(end);
    end.joints = half * torque;
    step_.addPotentialForces(half, end);
    step_.velocityOf(end, velocity);
    end_.assign(velocity.begin(), velocity.end());
    for (const Vector6<Expression>& body : end.bodies)
      end_.insert(end_.end(), body.begin(), body.end());
    end_.insert(end_.end(), u.begin(), u.end());
    end_.push_back(min(graph_->input(ends, static_cast<int>(evaluate_.size()) - 1),
                       graph_->input(corrected, nv_ + 2)));
  }
  VariationalTrace(const VariationalTrace&) = delete;  // `number_` points here
  VariationalTrace& operator=(const VariationalTrace&) = delete;

  Program sequence() const {
    Program step;
    step.name = "step";
    step.inputs = arrays();
    step.inputs.erase(step.inputs.begin() + placed, step.inputs.begin() + numbers);
    step.outputs = nq_ + 2 * nv_ + 6 * count_ + 1;
    const int outputs = step.outputsMemory(), workspace = step.workspaceMemory();
    std::vector<Program::Place> places;
    for (int array = 0; array < placed; ++array) places.push_back({array});
    for (const auto* replaced : {&place_, &push_, &evaluate_, &keep_, &correct_}) {
      places.push_back({workspace, step.workspace});
      step.workspace += static_cast<int>(replaced->size());
    }
    if (!parameters_.empty()) places.push_back({outputs - 1});
    const auto call = [&](const char* name, const Program::Place& results) {
      const auto written = std::find_if(step.programs.begin(), step.programs.end(),
                                        [&](const auto& each) { return each.name == name; });
      step.steps.push_back(
          Program::Call{static_cast<int>(written - step.programs.begin()), places, results});
    };
    for (const auto& [name, results] :
         {std::pair{"Place", &place_}, std::pair{"Push", &push_}, std::pair{"Start", &start_},
          std::pair{"Evaluate", &evaluate_}, std::pair{"Correct", &correct_},
          std::pair{"Keep", &keep_}, std::pair{"Retract", &retract_}, std::pair{"End", &end_}})
      step.programs.push_back(Program::straight(name, arrays(), graph_, *results));
    call("Place", places[placed]);
    call("Push", places[pushed]);
    call("Start", places[current]);
    call("Evaluate", places[ends]);
    const int first = static_cast<int>(step.steps.size());
    call("Correct", places[corrected]);
    call("Keep", places[current]);
    call("Evaluate", places[ends]);
    Program::Place again = places[corrected];
    again.first += static_cast<int>(correct_.size()) - 1;
    step.repeats.push_back({first, static_cast<int>(step.steps.size()), again});
    call("Retract", {outputs});
    places[positions] = {outputs};
    call("Place", places[placed]);
    call("End", {outputs, nq_});
    return step;
  }

 private:
  /// More programs of a kind cost more than they gain.
  static constexpr int mostCorrections = 8;
  /// Tolerances of the last correction and of its remainder, the defaults of
  /// MinimalVariationalIntegrator. Corrections that do not shrink by `slow` are rounding by then.
  static constexpr double tolerance = 1e-10, left = 1e-4, slow = 0.5;

  static Expression largest(const Flat& values) {
    Expression result = 0;
    for (const Expression& value : values) result = max(result, abs(value));
    return result;
  }

  Flat inputs(int array, int size) const {
    Flat result(size);
    for (int i = 0; i < size; ++i) result[i] = graph_->input(array, i);
    return result;
  }

  /// Replaces the numbers that `each` visits by those of an array.
  template <typename Each>
  std::vector<Expression> replaceBy(int array, Each each) const {
    std::vector<Expression> replaced;
    each([&](Expression& number) {
      if (number.isConstant()) return;
      replaced.push_back(number);
      number = graph_->input(array, static_cast<int>(replaced.size()) - 1);
    });
    return replaced;
  }

  /// Not below 0 if isSmallTurn holds for each body.
  Expression smallTurns() const {
    Expression least = 1;
    for (int i = 0; i < count_; ++i) {
      const auto turn = [&](int k) -> const Expression& { return step_.step().turn[k][i]; };
      const Expression sine = turn(1) * turn(1) + turn(2) * turn(2) + turn(3) * turn(3);
      least = min(least, min(turn(0), 0.01 * (turn(0) * turn(0)) - sine));
    }
    return least;
  }

  /// Judges a correction by its size and that of the one before.
  void addConvergence(const Expression& size) {
    const Expression last = graph_->input(current, nv_);  // below 0: none
    const Expression count = graph_->input(current, nv_ + 1) + 1;
    const Expression next =
        choose(last, left * tolerance - size, left * tolerance * last - size * size);
    const Expression rounding = choose(last, -1, size - slow * last);
    const Expression enough = min(tolerance - size, max(next, rounding));
    const Expression again = choose(enough, choose(count - mostCorrections, -1, 1), 1);
    correct_.insert(correct_.end(), {size, count, enough, again});
  }

  std::vector<Program::Array> arrays() const {
    const auto sizeOf = [](const auto& values) { return static_cast<int>(values.size()); };
    std::vector<Program::Array> result{{"q", nq_},
                                       {"momenta", 6 * count_},
                                       {"joints", nv_},
                                       {"u", nv_},
                                       {"tau", nv_},
                                       {"h", 1},
                                       {"placed", sizeOf(place_)},
                                       {"pushed", sizeOf(push_)},
                                       {"ends", sizeOf(evaluate_)},
                                       {"current", nv_ + 2},
                                       {"corrected", sizeOf(correct_)}};
    if (!parameters_.empty()) result.push_back({"parameters", sizeOf(parameters_), parameters_});
    return result;
  }

  const int nq_, nv_, count_;
  std::shared_ptr<symbolic::Graph> graph_ = std::make_shared<symbolic::Graph>();
  std::vector<double> parameters_;
  Number number_;
  ClusterTree<Expression> tree_;
  KernelWorkspace<Expression> revolutes_;
  StepBodies<Expression> bodies_;
  RevoluteStep<Expression> step_;
  std::vector<Expression> place_, push_, start_, evaluate_, correct_, keep_, retract_, end_;
};

}  // namespace

Program variationalStepProgram(const ClusterTree<double>& tree, const ProgramOptions& options) {
  if (!suitsRevoluteStep(tree))
    throw MechanismError(
        "programs of variational steps support revolute joints and floating bodies, without loops, "
        "gears, springs, damping and friction");
  return VariationalTrace(tree, options.keepParameters).sequence();
}

}  // namespace linkwork
