#include "linkwork/symbolic/wasm_schedule.hpp"

#include <algorithm>

namespace linkwork::symbolic::wasm {

bool isTrigonometric(Operation operation) {
  return operation == Operation::sine || operation == Operation::cosine;
}

Schedule::Schedule(const Program& program, int length)
    : program_(program), places_(at(program.graph->size())), calls_(at(int{1} << 8)) {
  findNeeded();
  findAngles();
  split(length);
  allotSlots();
}

void Schedule::findNeeded() {
  for (const Expression& output : program_.outputs)
    if (!output.isConstant()) of(output.node()).isNeeded = true;
  for (Node node = program_.graph->size(); node-- > 0;) {
    if (!of(node).isNeeded) continue;
    calls_[static_cast<std::size_t>((*this)[node].operation)] = true;
    eachOperand(node, [&](Node operand) { of(operand).isNeeded = true; });
  }
}

void Schedule::findAngles() {
  std::vector<Node> lateAngles;
  for (Node node = 0; node < program_.graph->size(); ++node) {
    if (!of(node).isNeeded) continue;
    const bool turns = isTrigonometric((*this)[node].operation);
    eachOperand(node, [&](Node operand) {
      of(node).depth = std::max(of(node).depth, of(operand).depth + (turns ? 1 : 0));
      if (!turns || of(operand).angle >= 0) return;
      std::vector<Node>& angles = of(operand).depth == 0 ? earlyAngles_ : lateAngles;
      of(operand).angle = static_cast<int>(angles.size());
      angles.push_back(operand);
    });
  }
  // Worked out two at a time: an odd one out, and each late one, has an idle neighbour.
  angleCount_ = static_cast<int>(earlyAngles_.size() + earlyAngles_.size() % 2);
  for (const Node angle : lateAngles) {
    of(angle).angle = angleCount_;
    angleCount_ += 2;
  }
  scratchSize_ = 3 * angleCount_;
}

/// Orders what is computed, what early angles ask for first, and divides it into parts.
void Schedule::split(int length) {
  for (const Node angle : earlyAngles_) of(angle).isEarly = true;
  for (Node node = program_.graph->size(); node-- > 0;)
    if (of(node).isEarly) eachOperand(node, [&](Node operand) { of(operand).isEarly = true; });

  starts_ = {0};
  for (const bool early : {true, false}) {
    for (Node node = 0; node < program_.graph->size(); ++node) {
      const Operation operation = (*this)[node].operation;
      if (!of(node).isNeeded || of(node).isEarly != early || operandCount(operation) == 0) continue;
      if (isTrigonometric(operation) && of((*this)[node].operands[0]).depth == 0) continue;
      if (order_.size() - starts_.back() == at(length)) starts_.push_back(order_.size());
      of(node).part = static_cast<int>(starts_.size()) - 1;
      order_.push_back(node);
    }
    if (early && earlyAngles_.empty()) continue;
    starts_.push_back(order_.size());
    if (early) earlyParts_ = parts();
  }
}

/// Entries of scratch for what is used after its own part, taken again when the last use is over.
void Schedule::allotSlots() {
  const auto use = [&](Node node, int part) {
    of(node).lastPart = std::max(of(node).lastPart, part);
  };
  for (int part = 0; part < parts(); ++part)
    for (const Node node : nodesOf(part))
      eachOperand(node, [&](Node operand) { use(operand, part); });

  std::vector<std::vector<int>> freedAfter(at(parts()));
  std::vector<int> idle;
  for (int part = 0; part < parts(); ++part) {
    for (const Node node : nodesOf(part)) {
      Place& here = of(node);
      if (here.lastPart <= part) continue;
      if (idle.empty()) idle.push_back(scratchSize_++);
      here.slot = idle.back();
      idle.pop_back();
      freedAfter[at(here.lastPart)].push_back(here.slot);
    }
    idle.insert(idle.end(), freedAfter[at(part)].begin(), freedAfter[at(part)].end());
  }
}

}  // namespace linkwork::symbolic::wasm
