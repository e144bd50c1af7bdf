#include "linkwork/mechanism/json/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

using Kind = JsonValue::Kind;

constexpr std::size_t deepestNesting = 64;

/// Takes the parser's events and grows the tree: `open_` holds the containers not yet closed.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  JsonValue take() { return std::move(root_); }

  bool null() override { return add(JsonValue{}); }
  bool boolean(bool value) override { return add(JsonValue{Kind::boolean, value ? 1.0 : 0.0}); }
  bool number_integer(std::int64_t value) override { return addNumber(value); }
  bool number_unsigned(std::uint64_t value) override { return addNumber(value); }
  bool number_float(double value, const std::string&) override { return addNumber(value); }
  bool string(std::string& value) override { return add(JsonValue{std::move(value)}); }
  bool binary(nlohmann::json::binary_t&) override { return false; }  // never in text

  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::array); }
  bool end_array() override { return close(); }

  bool key(std::string& value) override {
    open_.back().keys.push_back(std::move(value));
    return true;
  }

  bool end_object() override {
    requireDistinctKeys(open_.back().keys);
    return close();
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    // "[json.exception.…] parse error at line 3, column 5: the reason", or without the place.
    std::string_view reason = error.what();
    reason.remove_prefix(std::min(reason.size(), reason.find(']') + 2));
    if (reason.starts_with("parse error at"))
      reason.remove_prefix(std::min(reason.size(), reason.find(": ") + 2));
    const std::string cause = std::string(reason.substr(0, 300));
    throw MechanismError(place(position), "not valid JSON: " + cause);
  }

 private:
  /// Line and column, from 1, of the last character read.
  std::string place(std::size_t position) const {
    const std::size_t last = std::min(position, text_.size() + 1) - (position > 0 ? 1 : 0);
    const std::string_view before = text_.substr(0, last);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(line) + ", column " + std::to_string(last - lineStart + 1);
  }

  template <typename Number>
  bool addNumber(Number value) {
    return add(JsonValue{static_cast<double>(value)});
  }

  bool add(JsonValue value) {
    if (open_.empty())
      root_ = std::move(value);
    else
      open_.back().items.push_back(std::move(value));
    return true;
  }

  bool open(Kind kind) {
    if (open_.size() == deepestNesting)
      throw MechanismError(path(), "nested more than " + std::to_string(deepestNesting) + " deep");
    open_.emplace_back(kind);
    return true;
  }

  bool close() {
    JsonValue closed = std::move(open_.back());
    open_.pop_back();
    return add(std::move(closed));
  }

  /// Where the container now open is.
  std::string path() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonValue& outer = open_[i];
      result = outer.kind == Kind::array ? itemPath(result, outer.items.size())
                                         : memberPath(result, outer.keys.back());
    }
    return result;
  }

  /// Few keys, as nearly all objects have, are compared one by one.
  void requireDistinctKeys(const std::vector<std::string>& keys) const {
    constexpr std::size_t few = 16;
    if (keys.size() <= few) {
      for (auto key = keys.begin(); key != keys.end(); ++key)
        if (std::find(keys.begin(), key, *key) != key) failTwice(*key);
      return;
    }
    std::vector<std::string_view> sorted(keys.begin(), keys.end());
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) failTwice(*twice);
  }

  [[noreturn]] void failTwice(std::string_view key) const {
    throw MechanismError(memberPath(path(), key), "key given twice");
  }

  std::string_view text_;
  JsonValue root_;
  std::vector<JsonValue> open_;
};

void write(const JsonValue& value, int indent, int level, std::string& text);

void startLine(int indent, int level, std::string& text) {
  if (indent < 0) return;
  text += '\n';
  text.append(static_cast<std::size_t>(indent * level), ' ');
}

void writeString(const std::string& string, std::string& text) {
  const auto isPlain = [](unsigned char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
  };
  if (std::all_of(string.begin(), string.end(), isPlain)) {
    text += '"';
    text += string;
    text += '"';
    return;
  }
  // Text that is not UTF-8 gets replacement characters instead of an exception.
  text += nlohmann::json(string).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void writeNumber(double number, std::string& text) {
  // Whole numbers without ".0", as people write them; -0 keeps its sign only with it.
  const bool isWhole = std::trunc(number) == number && std::abs(number) < 1e15;
  if (isWhole && !(number == 0 && std::signbit(number)))
    text += std::to_string(static_cast<std::int64_t>(number));
  else
    text += nlohmann::json(number).dump();
}

void writeArray(const JsonValue& array, int indent, int level, std::string& text) {
  const auto isNumber = [](const JsonValue& item) { return item.kind == Kind::number; };
  const bool onOneLine =
      indent < 0 || std::all_of(array.items.begin(), array.items.end(), isNumber);
  text += '[';
  for (std::size_t i = 0; i < array.items.size(); ++i) {
    if (i > 0) text += onOneLine && indent >= 0 ? ", " : ",";
    if (!onOneLine) startLine(indent, level + 1, text);
    write(array.items[i], indent, level + 1, text);
  }
  if (!onOneLine) startLine(indent, level, text);
  text += ']';
}

void writeObject(const JsonValue& object, int indent, int level, std::string& text) {
  text += '{';
  for (std::size_t i = 0; i < object.items.size(); ++i) {
    if (i > 0) text += ',';
    startLine(indent, level + 1, text);
    writeString(object.keys[i], text);
    text += indent < 0 ? ":" : ": ";
    write(object.items[i], indent, level + 1, text);
  }
  if (!object.items.empty()) startLine(indent, level, text);
  text += '}';
}

void write(const JsonValue& value, int indent, int level, std::string& text) {
  switch (value.kind) {
    case Kind::null:
      text += "null";
      break;
    case Kind::boolean:
      text += value.number != 0 ? "true" : "false";
      break;
    case Kind::number:
      writeNumber(value.number, text);
      break;
    case Kind::string:
      writeString(value.string, text);
      break;
    case Kind::array:
      writeArray(value, indent, level, text);
      break;
    case Kind::object:
      writeObject(value, indent, level, text);
      break;
  }
}

}  // namespace

void JsonValue::add(std::string_view key, JsonValue value) {
  keys.emplace_back(key);
  items.push_back(std::move(value));
}

JsonValue parseJson(std::string_view text) {
  TreeBuilder builder(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::string writeJson(const JsonValue& value, int indent) {
  std::string text;
  write(value, indent, 0, text);
  return text;
}

}  // namespace linkwork::detail
