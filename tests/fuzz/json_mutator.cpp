#include "json_mutator.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <random>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/json/value.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace linkwork::fuzz {
namespace {

using detail::JsonValue;
using Kind = JsonValue::Kind;

constexpr std::array extremes{0.0,
                              -0.0,
                              1.0,
                              -1.0,
                              2.0,
                              0.5,
                              1e-8,
                              1e-16,
                              1e-100,
                              1e8,
                              1e16,
                              1e100,
                              -1e100,
                              1e-300,
                              5e-324,
                              1e300,
                              1e308,
                              -1e308,
                              1e-4,
                              1e4,
                              255.0,
                              65536.,
                              1e9,
                              2147483648.,
                              1.57079632679489662,
                              3.14159265358979323};
constexpr std::array factors{-1.0, 0.5, 2.0, 10.0, 0.1, 1e3, 1e-3, 1e6, 1e-6, 1 + 1e-9, 1 + 1e-15};

/// A value of the tree, and its key, or that of the array that it is in.
struct Place {
  JsonValue* value;
  std::string key;
};

void collect(JsonValue& value, const std::string& key, std::vector<Place>& places) {
  places.push_back({&value, key});
  for (std::size_t i = 0; i < value.items.size(); ++i)
    collect(value.items[i], value.kind == Kind::object ? value.keys[i] : key, places);
}

class Mutation {
 public:
  Mutation(JsonValue& root, unsigned seed) : root_(root), random_(seed) {}

  void mutate() {
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(pick(root_));
  }

  /// A member or an item of `other` goes where there is an object or an array of the same key.
  void crossWith(JsonValue& other) {
    for (int tries = 0; tries < 20; ++tries) {
      const Place from = pick(other), to = pick(root_);
      if (from.key != to.key || from.value->kind != to.value->kind) continue;
      if (from.value->items.empty() || below(4) == 0) {
        *to.value = *from.value;
      } else {
        const std::size_t at = below(from.value->items.size());
        if (to.value->kind == Kind::object)
          setMember(*to.value, from.value->keys[at], from.value->items[at]);
        else
          insert(*to.value, from.value->items[at]);
      }
      return;
    }
  }

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  template <typename Array>
  auto oneOf(const Array& array) {
    return array[below(array.size())];
  }

  Place pick(JsonValue& root) {
    places_.clear();
    collect(root, "", places_);
    return places_[below(places_.size())];
  }

  void change(const Place& at) {
    if (below(24) == 0) return replace(*at.value);
    switch (at.value->kind) {
      case Kind::number:
        return changeNumber(at.value->number);
      case Kind::string:
        return changeString(at);
      case Kind::array:
        return changeArray(*at.value);
      case Kind::object:
        return changeObject(*at.value);
      case Kind::boolean:
        at.value->number = at.value->number == 0;
        return;
      case Kind::null:
        return replace(*at.value);
    }
  }

  void changeNumber(double& number) {
    switch (below(4)) {
      case 0:
        number = oneOf(extremes);
        break;
      case 1:
        number *= oneOf(factors);
        break;
      case 2:
        number += std::uniform_real_distribution<double>(-2, 2)(random_);
        break;
      default:
        number += static_cast<double>(below(3)) - 1;
        break;
    }
  }

  /// Mostly another word of the same key, or of anywhere: names are what is referred to.
  void changeString(const Place& at) {
    std::vector<std::string> words;
    const bool ofSameKey = below(2) == 0;
    for (const Place& each : places_)
      if (each.value->kind == Kind::string && (!ofSameKey || each.key == at.key))
        words.push_back(each.value->string);
    if (below(4) != 0) {
      at.value->string = oneOf(words);
      return;
    }
    std::string& text = at.value->string;
    std::array<std::uint8_t, 200> bytes{};
    const std::size_t size = std::min(text.size(), bytes.size());
    std::copy_n(text.begin(), size, bytes.begin());
    const std::size_t newSize = LLVMFuzzerMutate(bytes.data(), size, bytes.size());
    text.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(newSize));
  }

  void changeArray(JsonValue& array) {
    std::vector<JsonValue>& items = array.items;
    if (items.empty()) return insert(array, JsonValue(oneOf(extremes)));
    const std::size_t at = below(items.size());
    const auto place = items.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(6)) {
      case 0:
        items.erase(place);
        break;
      case 1:
        items.resize(at);
        break;
      case 2:
        std::swap(items[at], items[below(items.size())]);
        break;
      case 3: {
        const JsonValue copy = *place;
        items.insert(place, std::size_t{1} << below(6), copy);
        break;
      }
      default:
        insert(array, JsonValue(items[at]));
        break;
    }
  }

  void insert(JsonValue& array, JsonValue item) {
    const std::size_t at = below(array.items.size() + 1);
    array.items.insert(array.items.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
  }

  void changeObject(JsonValue& object) {
    const Place other = places_[below(places_.size())];
    const JsonValue copy = *other.value;
    if (object.items.empty()) return object.add(other.key, copy);
    const std::size_t at = below(object.items.size());
    switch (below(5)) {
      case 0:
        object.keys.erase(object.keys.begin() + static_cast<std::ptrdiff_t>(at));
        object.items.erase(object.items.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        object.keys[at] = other.key;
        break;
      case 2:
        object.add(object.keys[at], copy);  // twice
        break;
      default:
        setMember(object, other.key, copy);
        break;
    }
  }

  static void setMember(JsonValue& object, const std::string& key, const JsonValue& value) {
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found == object.keys.end())
      object.add(key, value);
    else
      object.items[static_cast<std::size_t>(found - object.keys.begin())] = value;
  }

  /// By a value of another kind, or by itself in arrays in arrays.
  void replace(JsonValue& value) {
    switch (below(5)) {
      case 0:
        value = JsonValue(Kind::null);
        break;
      case 1:
        value = JsonValue(Kind::boolean, static_cast<double>(below(2)));
        break;
      case 2:
        value = JsonValue(oneOf(extremes));
        break;
      case 3:
        for (std::size_t depth = std::size_t{1} << below(7); depth > 0; --depth) {
          JsonValue outer(Kind::array);
          outer.items.push_back(std::move(value));
          value = std::move(outer);
        }
        break;
      default: {
        const JsonValue copy = *places_[below(places_.size())].value;
        value = copy;
        break;
      }
    }
  }

  JsonValue& root_;
  std::mt19937 random_;
  std::vector<Place> places_;
};

std::optional<JsonValue> parsed(const std::uint8_t* data, std::size_t size) {
  try {
    return detail::parseJson({reinterpret_cast<const char*>(data), size});
  } catch (const MechanismError&) {
    return std::nullopt;
  }
}

/// The text of a value where it fits, else 0.
std::size_t put(const JsonValue& value, std::uint8_t* out, std::size_t maxSize) {
  const std::string text = detail::writeJson(value, -1);
  if (text.size() > maxSize) return 0;
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

}  // namespace

std::size_t mutateJson(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed) {
  std::optional<JsonValue> root = parsed(data, size);
  if (!root || seed % 32 == 0) return LLVMFuzzerMutate(data, size, maxSize);
  Mutation(*root, seed).mutate();
  const std::size_t newSize = put(*root, data, maxSize);
  return newSize > 0 ? newSize : size;
}

std::size_t crossJson(const std::uint8_t* first, std::size_t firstSize, const std::uint8_t* second,
                      std::size_t secondSize, std::uint8_t* out, std::size_t maxSize,
                      unsigned seed) {
  std::optional<JsonValue> root = parsed(first, firstSize);
  std::optional<JsonValue> other = parsed(second, secondSize);
  if (!root || !other) return 0;
  Mutation(*root, seed).crossWith(*other);
  return put(*root, out, maxSize);
}

}  // namespace linkwork::fuzz
