#include "linkwork/program.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/kernel_code.hpp"

namespace linkwork::symbolic {

Program Program::straight(std::string name, std::vector<Array> inputs, std::shared_ptr<Graph> graph,
                          const std::vector<Expression>& outputs) {
  Program program;
  program.name = std::move(name);
  program.inputs = std::move(inputs);
  program.outputs = static_cast<int>(outputs.size());
  Kernel kernel{std::move(graph), {}, {}};
  for (int memory = 0; memory <= program.outputsMemory(); ++memory)
    kernel.arrays.push_back({memory});
  for (const Expression& output : outputs)
    kernel.stores.push_back(
        {program.outputsMemory(), static_cast<int>(kernel.stores.size()), output});
  program.steps = {Loop{0, 1, std::vector<int>(kernel.arrays.size())}};
  program.kernels = {std::move(kernel)};
  return program;
}

bool Program::isStraight() const {
  if (kernels.size() != 1 || steps.size() != 1) return false;
  const std::vector<Kernel::Array>& arrays = kernels[0].arrays;
  return arrays.size() == inputs.size() + 1 &&
         std::all_of(arrays.begin(), arrays.end(), [](const auto& each) { return !each.stride; });
}

std::vector<Expression> Program::expressions() const {
  std::vector<Expression> result;
  for (const Kernel::Store& store : kernels[0].stores) result.push_back(store.value);
  return result;
}

std::vector<const Program::Loop*> Program::loops() const {
  std::vector<const Loop*> result;
  for (const Step& step : steps)
    if (const auto* loop = std::get_if<Loop>(&step)) result.push_back(loop);
  return result;
}

namespace {

/// The kernels of a straight program. Scratch holds the angles, their sines, their cosines, then
/// values that one kernel leaves to later ones.
class Division {
 public:
  Division(const Program& program, bool batchesSines)
      : program_(program),
        nodes_(program.expressions()),
        values_(nodes_.entries.size()),
        computed_(values_.size()) {
    if (batchesSines) findAngles();
  }

  bool isNeeded(int length) const {
    const auto operations =
        std::count_if(nodes_.entries.begin(), nodes_.entries.end(),
                      [&](const auto& each) { return operandCount(operationOf(each)) > 0; });
    return operations > length || !angles_.empty();
  }

  Program divide(int length) {
    order(length);
    allotSlots();
    result_.name = program_.name;
    result_.inputs = program_.inputs;
    result_.outputs = program_.outputs;
    for (std::size_t i = 0; i < nodes_.roots.size(); ++i)
      outputs_.emplace(nodes_.roots[i], static_cast<int>(i));
    for (int part = 0; part < parts(); ++part) {
      addKernel(part);
      if (part == anglePart_)
        result_.steps.push_back(
            Program::SinesAndCosines{0, static_cast<int>(angles_.size()), distance_});
    }
    return std::move(result_);
  }

 private:
  struct Value {
    int depth = 0;                 ///< sines and cosines between it and the inputs
    int angle = -1;                ///< place among the angles
    int part = -1;                 ///< that computes it
    int lastPart = -1, slot = -1;  ///< that uses it; of scratch
  };
  Operation operationOf(const Subgraph::Entry& entry) const {
    return (*nodes_.graph)[entry.node].operation;
  }
  Operation operationOf(int i) const { return operationOf(nodes_.entries[at(i)]); }
  int size() const { return static_cast<int>(values_.size()); }
  int parts() const { return static_cast<int>(starts_.size()) - 1; }
  template <typename Visit>
  void eachOperand(int i, Visit visit) const {
    for (int k = 0; k < operandCount(operationOf(i)); ++k)
      visit(static_cast<int>(nodes_.entries[at(i)].operands[k]));
  }
  /// Whether every part finds a value in memory or in its code.
  bool isGiven(int i) const {
    const Operation operation = operationOf(i);
    return operandCount(operation) == 0 || (isTrigonometric(operation) && isAngle(operandOf(i)));
  }

  int operandOf(int i) const { return nodes_.entries[at(i)].operands[0]; }
  bool isAngle(int i) const { return values_[at(i)].angle >= 0; }

  void findAngles() {
    for (int i = 0; i < size(); ++i) {
      int& depth = values_[at(i)].depth;
      const bool turns = isTrigonometric(operationOf(i));
      eachOperand(i, [&](int operand) {
        depth = std::max(depth, values_[at(operand)].depth + (turns ? 1 : 0));
      });
      if (!turns || depth > 1 || isAngle(operandOf(i))) continue;
      values_[at(operandOf(i))].angle = static_cast<int>(angles_.size());
      angles_.push_back(operandOf(i));
    }
    distance_ = static_cast<int>(angles_.size() + angles_.size() % 2);  // two at a time
  }

  /// First the values that angles depend on, then all others, in parts.
  void order(int length) {
    std::vector<bool> isEarly(values_.size());
    for (const int angle : angles_) isEarly[at(angle)] = true;
    for (int i = size(); i-- > 0;)
      if (isEarly[at(i)]) eachOperand(i, [&](int operand) { isEarly[at(operand)] = true; });
    starts_ = {0};
    for (const bool early : {true, false}) {
      if (early && angles_.empty()) continue;
      for (int i = 0; i < size(); ++i) {
        if (isEarly[at(i)] != early || isGiven(i)) continue;
        if (order_.size() - starts_.back() == at(length)) starts_.push_back(order_.size());
        values_[at(i)].part = parts();
        order_.push_back(i);
      }
      starts_.push_back(order_.size());
      if (early) anglePart_ = parts() - 1;
    }
  }

  /// Slots for values that later parts use; they are free again after the last use.
  void allotSlots() {
    for (const int i : order_)
      eachOperand(i, [&](int operand) {
        int& last = values_[at(operand)].lastPart;
        last = std::max(last, values_[at(i)].part);
      });
    result_.workspace = 3 * distance_;
    std::vector<std::vector<int>> freedAfter(at(parts()));
    std::vector<int> idle;
    for (int part = 0; part < parts(); ++part) {
      for (std::size_t k = starts_[at(part)]; k < starts_[at(part) + 1]; ++k) {
        Value& value = values_[at(order_[k])];
        if (value.lastPart <= part) continue;
        if (idle.empty()) idle.push_back(result_.workspace++);
        value.slot = idle.back();
        idle.pop_back();
        freedAfter[at(value.lastPart)].push_back(value.slot);
      }
      idle.insert(idle.end(), freedAfter[at(part)].begin(), freedAfter[at(part)].end());
    }
  }

  void addKernel(int part) {
    const int workspace = program_.workspaceMemory();
    Program::Kernel kernel{std::make_shared<Graph>(), {}, {}};
    for (int memory = 0; memory <= workspace; ++memory) kernel.arrays.push_back({memory});
    for (std::size_t k = starts_[at(part)]; k < starts_[at(part) + 1]; ++k) {
      const int i = order_[k];
      Expression operands[3];
      for (int operand = 0; operand < operandCount(operationOf(i)); ++operand)
        operands[operand] = valueIn(kernel, part, nodes_.entries[at(i)].operands[operand]);
      computed_[at(i)] =
          kernel.graph->intern(operationOf(i), operands[0], operands[1], operands[2]);
      for (const int place : {values_[at(i)].slot, values_[at(i)].angle})
        if (place >= 0) store(kernel, workspace, place, computed_[at(i)]);
      storeOutputs(kernel, part, i);
    }
    for (const int angle : angles_)
      if (part == anglePart_ && isGiven(angle))
        store(kernel, workspace, values_[at(angle)].angle, valueIn(kernel, part, angle));
    if (part == parts() - 1) {
      storeOutputs(kernel, part, -1);
      for (int i = 0; i < size(); ++i)
        if (isGiven(i)) storeOutputs(kernel, part, i);
    }
    result_.steps.push_back(Program::Loop{part, 1, std::vector<int>(kernel.arrays.size())});
    result_.kernels.push_back(std::move(kernel));
  }

  void store(Program::Kernel& kernel, int memory, int element, const Expression& value) const {
    kernel.stores.push_back({memory, element, value});
  }
  /// To the outputs that are a value; −1: constants.
  void storeOutputs(Program::Kernel& kernel, int part, int i) const {
    const auto [begin, end] = outputs_.equal_range(i);
    for (auto output = begin; output != end; ++output)
      store(
          kernel, program_.outputsMemory(), output->second,
          i >= 0 ? valueIn(kernel, part, i) : program_.kernels[0].stores[at(output->second)].value);
  }

  /// A value as an expression of a part's kernel.
  Expression valueIn(Program::Kernel& kernel, int part, int i) const {
    const Subgraph::Entry& entry = nodes_.entries[at(i)];
    const NodeData& data = (*nodes_.graph)[entry.node];
    if (data.operation == Operation::constant) return data.value;
    if (data.operation == Operation::input)
      return kernel.graph->input(entry.operands[0], entry.operands[1]);
    if (isGiven(i))
      return kernel.graph->input(program_.workspaceMemory(),
                                 values_[at(entry.operands[0])].angle +
                                     distance_ * (data.operation == Operation::sine ? 1 : 2));
    if (values_[at(i)].part != part)
      return kernel.graph->input(program_.workspaceMemory(), values_[at(i)].slot);
    return computed_[at(i)];
  }

  const Program& program_;
  const Subgraph nodes_;
  std::vector<Value> values_;
  std::vector<int> angles_;  ///< whose sines and cosines are computed at once
  int distance_ = 0;         ///< between angles, sines and cosines
  int anglePart_ = -1;       ///< the last that computes angles
  std::vector<int> order_;
  std::vector<std::size_t> starts_;  ///< of parts in order_, and the end
  std::multimap<int, int> outputs_;  ///< by value
  std::vector<Expression> computed_;
  Program result_;
};

}  // namespace

Program divided(const Program& program, int length, bool batchesSines) {
  if (!program.isStraight()) return program;
  Division division(program, batchesSines);
  return division.isNeeded(length) ? division.divide(length) : program;
}

bool isTrigonometric(Operation operation) {
  return operation == Operation::sine || operation == Operation::cosine;
}

FixedLoops fixedLoops(const Program& program) {
  FixedLoops result(program.kernels.size());
  std::vector<int> count(program.kernels.size());
  for (const Program::Loop* loop : program.loops()) {
    ++count[at(loop->kernel)];
    const bool isOnce = loop->rounds == 1 && program.kernels[at(loop->kernel)].lanes == 1;
    result[at(loop->kernel)].reset();
    if (isOnce && count[at(loop->kernel)] == 1) result[at(loop->kernel)] = *loop;
  }
  return result;
}

std::vector<const Program::Loop*> loopsInTable(const Program& program, std::size_t step,
                                               const FixedLoops& fixed) {
  std::vector<const Program::Loop*> result;
  const auto isBoundary = [&](std::size_t i) {
    return std::any_of(program.repeats.begin(), program.repeats.end(), [&](const auto& repeat) {
      return at(repeat.first) == i || at(repeat.last) == i;
    });
  };
  for (std::size_t i = step; i < program.steps.size(); ++i) {
    const auto* loop = std::get_if<Program::Loop>(&program.steps[i]);
    if (!loop || fixed[at(loop->kernel)] || (i > step && isBoundary(i))) break;
    result.push_back(loop);
  }
  return result;
}

std::vector<Expression> rootsOf(const Program::Kernel& kernel) {
  std::vector<Expression> roots = kernel.next;
  for (const Program::Kernel::Store& store : kernel.stores) roots.push_back(store.value);
  return roots;
}

Round::Round(const Program::Kernel& kernel) : uses(at(kernel.graph->size())) {
  const Graph& graph = *kernel.graph;
  const auto isComputed = [&](const Expression& value) {
    return !value.isConstant() && graph[value.node()].operation != Operation::input;
  };
  const std::vector<Expression> roots = rootsOf(kernel);
  std::multimap<Node, const Program::Kernel::Store*> stores;
  std::set<std::pair<int, int>> overwritten;
  std::set<Node> carriedOn;
  for (const Program::Kernel::Store& store : kernel.stores) {
    overwritten.emplace(store.array, store.element);
    if (isComputed(store.value)) stores.emplace(store.value.node(), &store);
  }
  for (const Expression& value : kernel.next)
    if (isComputed(value)) carriedOn.insert(value.node());

  const Subgraph part(roots);
  for (const Subgraph::Entry& entry : part.entries) {
    const NodeData& data = graph[entry.node];
    for (int k = 0; k < operandCount(data.operation); ++k) ++uses[at(data.operands[k])];
    if (data.operation != Operation::input) continue;
    if (data.operands[0] == Program::Kernel::carried) {
      carried.resize(std::max(carried.size(), at(data.operands[1]) + 1), -1);
      carried[at(data.operands[1])] = entry.node;
    } else if (overwritten.contains({data.operands[0], data.operands[1]})) {
      statements.push_back({Kind::load, entry.node});
    }
  }
  for (const Expression& root : roots)
    if (!root.isConstant()) ++uses[at(root.node())];

  for (const Subgraph::Entry& entry : part.entries) {
    if (operandCount(graph[entry.node].operation) == 0) continue;
    const auto [begin, end] = stores.equal_range(entry.node);
    if (carriedOn.contains(entry.node) || (begin == end && uses[at(entry.node)] > 1))
      statements.push_back({Kind::keep, entry.node});
    for (auto store = begin; store != end; ++store)
      statements.push_back({Kind::store, entry.node, store->second});
  }
  for (const Program::Kernel::Store& store : kernel.stores)
    if (!isComputed(store.value)) statements.push_back({Kind::store, -1, &store});
}

}  // namespace linkwork::symbolic
