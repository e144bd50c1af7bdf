#include "linkwork/symbolic/wasm_part.hpp"

#include <map>
#include <utility>

namespace linkwork::symbolic::wasm {

namespace {

class PartWriter : ExpressionWriter {
 public:
  PartWriter(const Schedule& schedule, const Callees& callees)
      : ExpressionWriter(*schedule.program().graph, callees,
                         static_cast<int>(schedule.program().inputs.size()) + 2),
        schedule_(schedule),
        outputs_(static_cast<int>(schedule.program().inputs.size())),
        scratch_(outputs_ + 1),
        isStored_(at(schedule.program().graph->size())),
        isKnown_(at(schedule.angleCount())) {
    findTargets();
  }

  Function write(int part);

 private:
  /// Where a node is stored: in outputs_ or scratch_.
  struct Target {
    int base, entry;
  };
  using Targets = std::map<Node, std::vector<Target>>;

  bool isGiven(Node node) const override { return schedule_.partOf(node) != part_; }
  void load(Node node) override;
  void turn(const NodeData& data) override;
  void findTargets();
  void countUses();
  void storeAll(Node node, const std::vector<Target>& targets);
  void loadEntry(int base, int entry) {
    code_.get(base).memory(Code::f64Load, bytesOfDouble * entry);
  }
  void storeEntry(int entry) { code_.memory(Code::f64Store, bytesOfDouble * entry); }
  void scratchAddress(int entry) {
    code_.get(scratch_).number(bytesOfDouble * entry)(Code::i32Add);
  }
  void workOut(int firstAngle, int count);

  const Schedule& schedule_;
  const int outputs_, scratch_;  ///< parameters
  /// Of computed nodes; of given ones, which the last early part stores if they are angles and the
  /// last part if they are outputs.
  Targets targets_, givenAngles_, givenOutputs_;

  int part_ = -1;
  std::vector<bool> isStored_;  ///< by node: whether it is somewhere in targets_
  std::vector<bool> isKnown_;   ///< by angle: whether the part has worked it out
};

void PartWriter::findTargets() {
  for (int part = 0; part < schedule_.parts(); ++part)
    for (const Node node : schedule_.nodesOf(part))
      if (schedule_.slotOf(node) >= 0) targets_[node].push_back({scratch_, schedule_.slotOf(node)});
  for (const Node angle : schedule_.earlyAngles())
    (schedule_.partOf(angle) < 0 ? givenAngles_ : targets_)[angle].push_back(
        {scratch_, schedule_.angleOf(angle)});
  int entry = 0;
  for (const Expression& output : schedule_.program().outputs) {
    if (!output.isConstant())
      (schedule_.partOf(output.node()) < 0 ? givenOutputs_ : targets_)[output.node()].push_back(
          {outputs_, entry});
    ++entry;
  }
  for (const auto& [node, targets] : targets_) isStored_[at(node)] = true;
}

void PartWriter::countUses() {
  const auto eachOperand = [&](const auto& visit) {
    for (const Node node : schedule_.nodesOf(part_))
      for (int i = 0; i < operandCount(schedule_[node].operation); ++i)
        visit(values_[at(schedule_[node].operands[i])]);
  };
  const auto reset = [](Value& value) { value = {}; };
  for (const Node node : schedule_.nodesOf(part_)) reset(values_[at(node)]);
  for (const Targets* given : {&givenAngles_, &givenOutputs_})
    for (const auto& [node, targets] : *given) reset(values_[at(node)]);
  eachOperand(reset);
  eachOperand([](Value& value) { ++value.uses; });
}

Function PartWriter::write(int part) {
  part_ = part;
  restart();
  isKnown_.assign(isKnown_.size(), false);
  countUses();
  const bool isLastEarly = part_ == schedule_.earlyParts() - 1;
  const bool isLast = part_ == schedule_.parts() - 1;
  if (isLastEarly)
    for (const auto& [node, targets] : givenAngles_) storeAll(node, targets);
  for (const Node node : schedule_.nodesOf(part_)) {
    if (isStored_[at(node)])
      storeAll(node, targets_.at(node));
    else if (values_[at(node)].uses > 1)
      keep(node);
  }
  if (isLastEarly) workOut(0, static_cast<int>(schedule_.earlyAngles().size()));
  if (isLast) {
    for (const auto& [node, targets] : givenOutputs_) storeAll(node, targets);
    int entry = 0;
    for (const Expression& output : schedule_.program().outputs) {
      if (output.isConstant()) {
        code_.get(outputs_).number(output.value());
        storeEntry(entry);
      }
      ++entry;
    }
  }
  return std::move(code_);
}

void PartWriter::storeAll(Node node, const std::vector<Target>& targets) {
  values_[at(node)].uses += static_cast<int>(targets.size());
  for (const Target& target : targets) {
    code_.get(target.base);
    push(node);
    storeEntry(target.entry);
  }
}

/// From memory: an input, the sine or cosine of an early angle, what another part left.
void PartWriter::load(Node node) {
  const NodeData& data = schedule_[node];
  if (data.operation == Operation::input)
    loadEntry(data.operands[0], data.operands[1]);
  else if (schedule_.partOf(node) >= 0)
    loadEntry(scratch_, schedule_.slotOf(node));
  else
    loadEntry(scratch_, schedule_.angleOf(data.operands[0]) +
                            schedule_.angleCount() * (data.operation == Operation::sine ? 1 : 2));
}

/// Of a late angle: both are worked out where the first of them is asked for.
void PartWriter::turn(const NodeData& data) {
  const int angle = schedule_.angleOf(data.operands[0]);
  if (!isKnown_[at(angle)]) {
    isKnown_[at(angle)] = true;
    code_.get(scratch_);
    push(data.operands[0]);
    storeEntry(angle);
    workOut(angle, 1);
  }
  loadEntry(scratch_, angle + schedule_.angleCount() * (data.operation == Operation::sine ? 1 : 2));
}

void PartWriter::workOut(int firstAngle, int count) {
  scratchAddress(firstAngle);
  scratchAddress(firstAngle + count);
  code_.number(bytesOfDouble * schedule_.angleCount()).call(callees_.sineCosine);
}

}  // namespace

std::vector<Function> partFunctions(const Schedule& schedule, const Callees& callees) {
  PartWriter writer(schedule, callees);
  std::vector<Function> result;
  for (int part = 0; part < schedule.parts(); ++part) result.push_back(writer.write(part));
  return result;
}

}  // namespace linkwork::symbolic::wasm
