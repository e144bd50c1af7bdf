#include <algorithm>
#include <array>
#include <variant>

#include "linkwork/program.hpp"
#include "simulation_handle.hpp"

/// What of a simulation runs as code of its own.
namespace linkwork::binding {

namespace {

using AnyProgram =
    std::variant<symbolic::Program, symbolic::LoopProgram, symbolic::ProgramSequence>;

/// What moves a simulation.
struct Mover {
  std::string method, integrator;
};

AnyProgram stepOf(const ClusterTree<double>& tree, const Mover& mover,
                  const ProgramOptions& options) {
  if (mover.method == "variational") return fastestVariationalStep(tree, options);
  return fastestStep(tree, mover.integrator, options);
}

/// What may be compiled, by the names of CompiledQuantity.
struct Quantity {
  std::string_view name;
  CompiledCode CompiledDynamics::*code;
  AnyProgram (*write)(const ClusterTree<double>& tree, const Mover& mover,
                      const ProgramOptions& options);
};

AnyProgram widened(DynamicsProgram program) {
  return std::visit([](auto& each) { return AnyProgram(std::move(each)); }, program);
}

constexpr std::array<Quantity, 4> quantities{
    {{"forwardDynamics", &CompiledDynamics::forward,
      [](const auto& tree, const auto&, const auto& options) {
        return widened(fastestForwardDynamics(tree, options));
      }},
     {"inverseDynamics", &CompiledDynamics::inverse,
      [](const auto& tree, const auto&, const auto& options) {
        return widened(fastestInverseDynamics(tree, options));
      }},
     {"massMatrix", &CompiledDynamics::massMatrix,
      [](const auto& tree, const auto&, const auto& options) -> AnyProgram {
        return fastestMassMatrix(tree, options);
      }},
     {"step", &CompiledDynamics::step, stepOf}}};

const Quantity& quantityNamed(std::string_view name) {
  return *std::find_if(quantities.begin(), quantities.end(),
                       [&](const Quantity& each) { return each.name == name; });
}

std::vector<double> parametersOf(const AnyProgram& program) {
  return std::visit(
      [](const auto& each) {
        return each.inputs.empty() ? std::vector<double>() : each.inputs.back().values;
      },
      program);
}

std::size_t outputsOf(const AnyProgram& program) {
  if (const auto* straight = std::get_if<symbolic::Program>(&program))
    return straight->outputs.size();
  if (const auto* loops = std::get_if<symbolic::LoopProgram>(&program))
    return static_cast<std::size_t>(loops->outputs);
  return static_cast<std::size_t>(std::get<symbolic::ProgramSequence>(program).outputs);
}

symbolic::WasmCode codeOf(const AnyProgram& program) {
  return std::visit([](const auto& each) { return emitWasm(each); }, program);
}

}  // namespace

double SimulationHandle::compile(const std::string& name, bool keepParameters) {
  return guardedNumber(error_, [&] {
    const Quantity& quantity = quantityNamed(name);
    const Mover mover{std::string(simulation_->method()), simulation_->integrator()};
    const ProgramOptions options{keepParameters};
    const AnyProgram program = quantity.write(simulation_->tree(), mover, options);
    code_ = codeOf(program);
    compiled_ = {nullptr, std::vector<double>(outputsOf(program)), code_.scratch,
                 parametersOf(program)};
    if (!compiled_.parameters.empty())
      compiled_.parametersOf = [&quantity, mover, options,
                                code = code_](const ClusterTree<double>& changed) {
        std::optional<std::vector<double>> parameters;
        try {
          const AnyProgram written = quantity.write(changed, mover, options);
          const symbolic::WasmCode recompiled = codeOf(written);
          if (recompiled.bytes == code.bytes && recompiled.scratch == code.scratch)
            parameters = parametersOf(written);
        } catch (const MechanismError&) {  // it would not be compiled at all
        }
        return parameters;
      };
    return static_cast<double>(reinterpret_cast<std::uintptr_t>(code_.bytes.data()));
  });
}

void SimulationHandle::useCompiled(unsigned place, const std::string& name) {
  CompiledDynamics dynamics;
  CompiledCode& code = dynamics.*quantityNamed(name).code;
  code = std::move(compiled_);
  code.function = reinterpret_cast<symbolic::CompiledFunction>(place);
  dynamics.method = simulation_->method();
  dynamics.integrator = simulation_->integrator();
  simulation_->useCompiled(std::move(dynamics));
  code_ = {};
}

bool SimulationHandle::isCompiled(const std::string& name) const {
  return (simulation_->compiled().*quantityNamed(name).code).function != nullptr;
}

}  // namespace linkwork::binding
