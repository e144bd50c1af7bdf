#include "linkwork/symbolic/wasm_part.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace linkwork::symbolic::wasm {

namespace {

constexpr int bytesOfDouble = 8;

class PartWriter {
 public:
  PartWriter(const Schedule& schedule, int part, const Callees& callees)
      : schedule_(schedule),
        part_(part),
        callees_(callees),
        outputs_(static_cast<int>(schedule.program().inputs.size())),
        scratch_(outputs_ + 1),
        code_(scratch_ + 1) {}

  Function write();

 private:
  struct Value {
    int uses = 0;  ///< that are still to come
    int local = -1;
  };
  /// Where a node is stored: in outputs_ or scratch_.
  struct Target {
    int base, entry;
  };

  bool isGiven(Node node) const { return schedule_.partOf(node) != part_; }
  void findTargets();
  void countUses();
  void storeAll(Node node, const std::vector<Target>& targets);
  void push(Node node);
  void load(Node node);
  void compute(Node node);
  void apply(Operation operation);
  void sineOrCosine(const NodeData& data);
  void loadEntry(int base, int entry) {
    code_.get(base).memory(Code::f64Load, bytesOfDouble * entry);
  }
  void storeEntry(int entry) { code_.memory(Code::f64Store, bytesOfDouble * entry); }
  void scratchAddress(int entry) {
    code_.get(scratch_).number(bytesOfDouble * entry)(Code::i32Add);
  }
  void workOut(int firstAngle, int count);
  int takeLocal();

  const Schedule& schedule_;
  const int part_;
  const Callees& callees_;
  const int outputs_, scratch_;  ///< parameters
  Function code_;
  std::map<Node, std::vector<Target>> targets_;
  std::unordered_map<Node, Value> values_;
  std::unordered_set<int> knownAngles_;
  std::vector<int> idleLocals_;
};

/// What a node is, outputs included, is stored by the part that computes it; what none computes, by
/// the last early part if it is an angle and by the last part if it is an output.
void PartWriter::findTargets() {
  const bool isLastEarly = part_ == schedule_.earlyParts() - 1;
  const bool isLast = part_ == schedule_.parts() - 1;
  for (const Node node : schedule_.nodesOf(part_))
    if (schedule_.slotOf(node) >= 0) targets_[node].push_back({scratch_, schedule_.slotOf(node)});
  for (const Node angle : schedule_.earlyAngles()) {
    const int part = schedule_.partOf(angle);
    if (part < 0 ? isLastEarly : part == part_)
      targets_[angle].push_back({scratch_, schedule_.angleOf(angle)});
  }
  int entry = 0;
  for (const Expression& output : schedule_.program().outputs) {
    const int part = output.isConstant() ? -1 : schedule_.partOf(output.node());
    if (part < 0 ? isLast : part == part_) {
      if (output.isConstant()) {
        code_.get(outputs_).number(output.value());
        storeEntry(entry);
      } else {
        targets_[output.node()].push_back({outputs_, entry});
      }
    }
    ++entry;
  }
}

void PartWriter::countUses() {
  for (const Node node : schedule_.nodesOf(part_))
    for (int i = 0; i < operandCount(schedule_[node].operation); ++i)
      ++values_[schedule_[node].operands[i]].uses;
  for (const auto& [node, targets] : targets_)
    values_[node].uses += static_cast<int>(targets.size());
}

Function PartWriter::write() {
  findTargets();
  countUses();
  for (const auto& [node, targets] : targets_)
    if (isGiven(node)) storeAll(node, targets);
  for (const Node node : schedule_.nodesOf(part_)) {
    const auto found = targets_.find(node);
    if (found != targets_.end()) {
      storeAll(node, found->second);
    } else if (values_[node].uses > 1) {
      compute(node);
      code_.set(values_[node].local = takeLocal());
    }
  }
  if (part_ == schedule_.earlyParts() - 1)
    workOut(0, static_cast<int>(schedule_.earlyAngles().size()));
  return code_;
}

void PartWriter::storeAll(Node node, const std::vector<Target>& targets) {
  for (const Target& target : targets) {
    code_.get(target.base);
    push(node);
    storeEntry(target.entry);
  }
}

/// The value of a node on the stack, for one of its uses.
void PartWriter::push(Node node) {
  if (schedule_[node].operation == Operation::constant) {
    code_.number(schedule_[node].value);
    return;
  }
  Value& here = values_[node];
  --here.uses;
  if (here.local >= 0) {
    code_.get(here.local);
    if (here.uses == 0) idleLocals_.push_back(here.local);
    return;
  }
  isGiven(node) ? load(node) : compute(node);
  if (here.uses > 0) code_.tee(here.local = takeLocal());
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

void PartWriter::compute(Node node) {
  const NodeData& data = schedule_[node];
  if (isTrigonometric(data.operation)) return sineOrCosine(data);
  if (data.operation == Operation::choose) {  // a < 0 ? x : y
    push(data.operands[1]);
    push(data.operands[2]);
    push(data.operands[0]);
    code_.number(0.0)(Code::f64Less)(Code::select);
    return;
  }
  for (int i = 0; i < operandCount(data.operation); ++i) push(data.operands[i]);
  apply(data.operation);
}

void PartWriter::apply(Operation operation) {
  switch (operation) {
    case Operation::add:
      code_(Code::f64Add);
      break;
    case Operation::subtract:
      code_(Code::f64Subtract);
      break;
    case Operation::multiply:
      code_(Code::f64Multiply);
      break;
    case Operation::divide:
      code_(Code::f64Divide);
      break;
    case Operation::negate:
      code_(Code::f64Negate);
      break;
    case Operation::squareRoot:
      code_(Code::f64SquareRoot);
      break;
    default:
      code_.call(callees_.math[static_cast<std::size_t>(operation)]);
  }
}

/// Of a late angle: both are worked out where the first of them is asked for.
void PartWriter::sineOrCosine(const NodeData& data) {
  const int angle = schedule_.angleOf(data.operands[0]);
  if (knownAngles_.insert(angle).second) {
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

int PartWriter::takeLocal() {
  if (idleLocals_.empty()) return code_.local(Type::f64);
  const int local = idleLocals_.back();
  idleLocals_.pop_back();
  return local;
}

}  // namespace

Function partFunction(const Schedule& schedule, int part, const Callees& callees) {
  return PartWriter(schedule, part, callees).write();
}

}  // namespace linkwork::symbolic::wasm
