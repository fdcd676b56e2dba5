#pragma once

// Benchmarks of code that launches its own kernels, as a plugin of warpmark: docs/plugins.md.
// C++17, header only; it needs no CUDA header. All that is here becomes the C interface of
// plugin.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include <warpmark/plugin.h>

namespace warpmark::bench {

/// The values of all axes at a point.
class point {
 public:
  explicit point(const warpmark_point& values) : values_(&values) {}

  /// The integer of an axis. Throws std::out_of_range if there is none of that name.
  std::int64_t operator[](std::string_view axis) const { return value(axis, false).integer; }

  /// The name that is the value of an axis, such as "f32". Throws std::out_of_range likewise.
  std::string_view text(std::string_view axis) const { return value(axis, true).text; }

  const warpmark_point& raw() const { return *values_; }

 private:
  const warpmark_value& value(std::string_view axis, bool is_text) const {
    for (std::size_t i = 0; i < values_->count; ++i) {
      const warpmark_value& one = values_->values[i];
      if (axis == one.axis && is_text == (one.text != nullptr)) return one;
    }
    throw std::out_of_range("no axis '" + std::string(axis) + "' of " +
                            (is_text ? "names" : "integers"));
  }

  const warpmark_point* values_;
};

/// Named arrays on the host, or of device memory.
class arrays {
 public:
  explicit arrays(const warpmark_arrays& items) : items_(&items) {}

  bool has(std::string_view name) const { return find(name) != nullptr; }

  /// The address of an array's first element. Throws std::out_of_range if there is none of that
  /// name.
  template <class T>
  T* data(std::string_view name) const {
    return static_cast<T*>(get(name).data);
  }

  /// Its size. Throws std::out_of_range likewise.
  std::size_t bytes(std::string_view name) const {
    return static_cast<std::size_t>(get(name).bytes);
  }

  /// The elements of that type which fit in it.
  template <class T>
  std::size_t size(std::string_view name) const {
    return bytes(name) / sizeof(T);
  }

 private:
  const warpmark_array* find(std::string_view name) const {
    for (std::size_t i = 0; i < items_->count; ++i)
      if (name == items_->items[i].name) return &items_->items[i];
    return nullptr;
  }
  const warpmark_array& get(std::string_view name) const {
    if (const warpmark_array* found = find(name)) return *found;
    throw std::out_of_range("no buffer '" + std::string(name) + "'");
  }

  const warpmark_arrays* items_;
};

/// One execution: the point, device memory, and the stream that the work belongs in.
class call : public point, public arrays {
 public:
  explicit call(const warpmark_call& raw)
      : point(*raw.point), arrays(raw.buffers), stream_(raw.stream) {}

  /// As CUstream or cudaStream_t, which are the same. Null on the host.
  template <class Stream>
  Stream stream() const {
    return static_cast<Stream>(stream_);
  }

 private:
  void* stream_;
};

/// The maximum error of an output: absolute + relative * |expected|.
struct tolerance {
  double absolute = 0;
  double relative = 0;
};

/// Receives the buffers of a problem or of a variant. Types are warpmark's: "i32", "f16", "f32x4".
class buffers {
 public:
  explicit buffers(const warpmark_buffers& to) : to_(&to) {}

  /// `init`: initial contents as docs/inspect.md describes them, "uniform(-1, 1)"; empty: by
  /// fill().
  void input(std::string_view name, std::string_view type, std::int64_t count,
             std::string_view init = {}) const {
    add(warpmark_input, name, type, count, init, {});
  }
  void output(std::string_view name, std::string_view type, std::int64_t count,
              tolerance allowed = {}) const {
    add(warpmark_output, name, type, count, {}, allowed);
  }
  /// An output with initial contents, which are restored before each execution.
  void inout(std::string_view name, std::string_view type, std::int64_t count,
             std::string_view init = {}, tolerance allowed = {}) const {
    add(warpmark_inout, name, type, count, init, allowed);
  }
  void scratch(std::string_view name, std::string_view type, std::int64_t count) const {
    if (count == 0) count = 1;  // 0 would mean that the size is asked.
    add(warpmark_scratch, name, type, count, {}, {});
  }
  /// Scratch whose size only a library knows: scratch_bytes().
  void scratch(std::string_view name) const { add(warpmark_scratch, name, "u8", 0, {}, {}); }
  /// Zeros at first, and left as zeros by each execution.
  void state(std::string_view name, std::string_view type, std::int64_t count) const {
    add(warpmark_state, name, type, count, {}, {});
  }

 private:
  void add(warpmark_role role, std::string_view name, std::string_view type, std::int64_t count,
           std::string_view init, tolerance allowed) const {
    if (count < 0)
      throw std::invalid_argument("buffer '" + std::string(name) + "': " + std::to_string(count) +
                                  " elements");
    const std::string owned_name(name), owned_type(type), owned_init(init);
    warpmark_buffer made{};
    made.struct_bytes = sizeof made;
    made.name = owned_name.c_str();
    made.role = role;
    made.type = owned_type.c_str();
    made.count = static_cast<std::uint64_t>(count);
    made.init = init.empty() ? nullptr : owned_init.c_str();
    made.absolute = allowed.absolute;
    made.relative = allowed.relative;
    to_->add(to_->list, &made);
  }

  const warpmark_buffers* to_;
};

namespace detail {

inline int fail(warpmark_error* error, const char* why) noexcept {
  if (error != nullptr && error->capacity > 0) {
    const std::size_t length = std::min(std::strlen(why), error->capacity - 1);
    std::memcpy(error->text, why, length);
    error->text[length] = '\0';
  }
  return 1;
}

/// Calls `body`, and turns its exception into an error.
template <class Body>
int guarded(warpmark_error* error, Body&& body) noexcept {
  try {
    body();
    return 0;
  } catch (const std::exception& thrown) {
    return fail(error, thrown.what());
  } catch (...) {
    return fail(error, "an exception that is no std::exception");
  }
}

/// The values of an axis, whose addresses stay.
class axis_data {
 public:
  axis_data(std::string name, std::vector<std::int64_t> integers)
      : name_(std::move(name)), integers_(std::move(integers)) {}
  axis_data(std::string name, std::vector<std::string> names)
      : name_(std::move(name)), names_(std::move(names)) {
    for (const std::string& one : names_) pointers_.push_back(one.c_str());
  }

  std::string name_, summary_;
  std::vector<std::int64_t> integers_;
  std::vector<std::string> names_;
  std::vector<const char*> pointers_;
  std::size_t base_ = 0;
  bool is_swept_ = false, is_open_ = false;

  warpmark_axis raw() const {
    warpmark_axis made{};
    made.struct_bytes = sizeof made;
    made.name = name_.c_str();
    made.summary = summary_.c_str();
    made.count = names_.empty() ? integers_.size() : names_.size();
    made.integers = names_.empty() ? integers_.data() : nullptr;
    made.names = names_.empty() ? nullptr : pointers_.data();
    made.base = base_;
    made.is_swept = is_swept_ ? 1 : 0;
    made.is_open = is_open_ ? 1 : 0;
    return made;
  }
};

struct rule_data {
  std::string reason;
  std::function<bool(const point&)> holds;

  warpmark_rule raw() {
    warpmark_rule made{};
    made.struct_bytes = sizeof made;
    made.reason = reason.c_str();
    made.self = this;
    made.holds = [](void* self, const warpmark_point* at, warpmark_error* error) -> int {
      bool result = false;
      guarded(error, [&] { result = static_cast<rule_data*>(self)->holds(point(*at)); });
      return result ? 1 : 0;
    };
    return made;
  }
};

/// What families and variants have alike. Self is the class that is made.
template <class Self>
class described {
 public:
  explicit described(std::string name) : name_(std::move(name)) {}
  described(const described&) = delete;
  described& operator=(const described&) = delete;

  Self& summary(std::string text) {
    summary_ = std::move(text);
    return self();
  }

  /// An axis of integers or of names; the first value is the base unless base() names another.
  Self& axis(std::string name, std::initializer_list<std::int64_t> values) {
    axes_.emplace_back(std::move(name), std::vector<std::int64_t>(values));
    return self();
  }
  Self& axis(std::string name, std::initializer_list<const char*> values) {
    axes_.emplace_back(std::move(name), std::vector<std::string>(values.begin(), values.end()));
    return self();
  }

  // Of the axis that was added last.

  /// Which value is the default, by its index.
  Self& base(std::size_t index) {
    axes_.back().base_ = index;
    return self();
  }
  /// A sweep that does not name the axis takes all its values.
  Self& swept() {
    axes_.back().is_swept_ = true;
    return self();
  }
  /// A user may ask for any integer from 1.
  Self& open_ended() {
    axes_.back().is_open_ = true;
    return self();
  }
  /// One line, with the unit.
  Self& describe_axis(std::string text) {
    axes_.back().summary_ = std::move(text);
    return self();
  }

  /// There are no points for which `holds` is false, for the reason that users read.
  Self& rule(std::string reason, std::function<bool(const point&)> holds) {
    rules_.push_back({std::move(reason), std::move(holds)});
    return self();
  }

  /// The buffers of a point.
  Self& buffers(std::function<void(const point&, const bench::buffers&)> list) {
    buffers_ = std::move(list);
    return self();
  }

 protected:
  Self& self() { return static_cast<Self&>(*this); }

  template <class Raw>
  void put(Raw& made) {
    made.struct_bytes = sizeof made;
    made.name = name_.c_str();
    made.summary = summary_.c_str();
    for (const axis_data& one : axes_) raw_axes_.push_back(one.raw());
    for (rule_data& one : rules_) raw_rules_.push_back(one.raw());
    made.axes = raw_axes_.data();
    made.axis_count = raw_axes_.size();
    made.rules = raw_rules_.data();
    made.rule_count = raw_rules_.size();
    made.self = &self();
    if (buffers_)
      made.buffers = [](void* self, const warpmark_point* at, const warpmark_buffers* to,
                        warpmark_error* error) {
        return guarded(
            error, [&] { static_cast<Self*>(self)->buffers_(point(*at), bench::buffers(*to)); });
      };
  }

  std::string name_, summary_;
  std::deque<axis_data> axes_;
  std::deque<rule_data> rules_;
  std::function<void(const point&, const bench::buffers&)> buffers_;
  std::vector<warpmark_axis> raw_axes_;
  std::vector<warpmark_rule> raw_rules_;
};

}  // namespace detail

/// A way to compute a family's outputs. All functions may throw: a point then ends with the
/// message.
class variant : public detail::described<variant> {
 public:
  variant(std::string family, std::string name)
      : described(std::move(name)), family_(std::move(family)), title_(name_) {}

  variant& title(std::string text) {
    title_ = std::move(text);
    return *this;
  }
  /// Where it is documented.
  variant& source(std::string text) {
    source_ = std::move(text);
    return *this;
  }
  /// Works on the CPU itself, not on a card.
  variant& on_host() {
    on_host_ = true;
    return *this;
  }

  /// For warpmark's own families: elements with equal keys keep their order.
  variant& stable() {
    is_stable_ = true;
    return *this;
  }
  /// For warpmark's own families: the maximum number of roundings that an element passes through.
  variant& rounding_depth(std::function<double(const point&)> depth) {
    depth_ = std::move(depth);
    return *this;
  }

  /// The bytes of a scratch buffer that was added without a size; a device is open.
  variant& scratch_bytes(std::function<std::size_t(const point&, std::string_view)> ask) {
    ask_ = std::move(ask);
    return *this;
  }

  /// Puts the work of one execution into the call's stream and returns.
  variant& enqueue(std::function<void(const call&)> work) {
    open_ = nullptr;
    enqueue_ = [work = std::move(work)](void*, const call& with) { work(with); };
    return *this;
  }

  /// The same with something that is made before the first execution of a point and destroyed after
  /// its last: `open` returns it, as an object that can be moved; `work` gets a reference to it.
  template <class Open, class Work>
  variant& enqueue(Open open, Work work) {
    using opened = std::decay_t<std::invoke_result_t<Open&, const point&>>;
    open_ = [open = std::move(open)](const point& at) -> std::shared_ptr<void> {
      return std::make_shared<opened>(open(at));
    };
    enqueue_ = [work = std::move(work)](void* made, const call& with) {
      work(*static_cast<opened*>(made), with);
    };
    return *this;
  }

  warpmark_variant raw() {
    warpmark_variant made{};
    put(made);
    made.family = family_.c_str();
    made.title = title_.c_str();
    made.source = source_.c_str();
    made.runs_on_host = on_host_ ? 1 : 0;
    made.is_stable = is_stable_ ? 1 : 0;
    if (depth_)
      made.rounding_depth = [](void* self, const warpmark_point* at) {
        double result = 0;
        detail::guarded(nullptr, [&] { result = static_cast<variant*>(self)->depth_(point(*at)); });
        return result;
      };
    if (ask_)
      made.scratch_bytes = [](void* self, const warpmark_point* at, const char* name,
                              std::uint64_t* bytes, warpmark_error* error) {
        return detail::guarded(
            error, [&] { *bytes = static_cast<variant*>(self)->ask_(point(*at), name); });
      };
    if (open_) {
      made.open = [](void* self, const warpmark_point* at, void** opened, warpmark_error* error) {
        return detail::guarded(error, [&] {
          *opened = new std::shared_ptr<void>(static_cast<variant*>(self)->open_(point(*at)));
        });
      };
      made.close = [](void*, void* opened) {
        detail::guarded(nullptr, [&] { delete static_cast<std::shared_ptr<void>*>(opened); });
      };
    }
    made.enqueue = [](void* self, void* opened, const warpmark_call* with, warpmark_error* error) {
      return detail::guarded(error, [&] {
        void* made_by_open =
            opened == nullptr ? nullptr : static_cast<std::shared_ptr<void>*>(opened)->get();
        static_cast<variant*>(self)->enqueue_(made_by_open, call(*with));
      });
    };
    return made;
  }

 private:
  std::string family_, title_, source_;
  bool on_host_ = false, is_stable_ = false;
  std::function<double(const point&)> depth_;
  std::function<std::size_t(const point&, std::string_view)> ask_;
  std::function<std::shared_ptr<void>(const point&)> open_;
  std::function<void(void*, const call&)> enqueue_ = [](void*, const call&) {
    throw std::logic_error("the variant has no enqueue()");
  };
};

/// A computation: its problems, inputs and right outputs. It needs an axis "n" of integers, and one
/// of expect(), check(), reference() and unverified().
class family : public detail::described<family> {
 public:
  family(std::string name, std::deque<bench::variant>& variants)
      : described(std::move(name)), variants_(&variants) {}

  /// Adds a variant.
  bench::variant& variant(std::string name) { return variants_->emplace_back(name_, name); }

  /// What most of bytes() is.
  family& traffic(warpmark_traffic most) {
    traffic_ = most;
    return *this;
  }
  /// The compulsory bytes of a problem; all inputs and outputs once unless this says otherwise.
  family& bytes(std::function<std::uint64_t(const point&)> of) {
    bytes_ = std::move(of);
    return *this;
  }
  /// Operations of a problem; the elements of its outputs unless this says otherwise.
  family& operations(std::function<std::uint64_t(const point&)> of) {
    operations_ = std::move(of);
    return *this;
  }

  /// Writes, on the host, an input that was added without `init`: gets its name, address and bytes.
  family& fill(std::function<void(const point&, std::uint64_t seed, const warpmark_array&)> write) {
    fill_ = std::move(write);
    return *this;
  }

  /// Computes all outputs on the host, from the inputs.
  family& expect(std::function<void(const point&, const arrays& in, const arrays& out)> compute) {
    expect_ = std::move(compute);
    verification_ = warpmark_by_expect;
    return *this;
  }
  /// Judges an output on the host; throws std::exception with what is wrong.
  family& check(
      std::function<void(const point&, const arrays& in, const warpmark_array& out)> judge) {
    check_ = std::move(judge);
    verification_ = warpmark_by_check;
    return *this;
  }
  /// The outputs of this variant are right.
  family& reference(std::string variant_name) {
    reference_ = std::move(variant_name);
    verification_ = warpmark_by_variant;
    return *this;
  }
  /// Outputs are not verified; each result says so.
  family& unverified() {
    verification_ = warpmark_unverified;
    return *this;
  }

  warpmark_family raw() {
    warpmark_family made{};
    put(made);
    made.traffic = traffic_;
    made.verification = verification_;
    made.reference = reference_.c_str();
    if (fill_)
      made.fill = [](void* self, const warpmark_point* at, std::uint64_t seed,
                     const warpmark_array* to, warpmark_error* error) {
        return detail::guarded(error,
                               [&] { static_cast<family*>(self)->fill_(point(*at), seed, *to); });
      };
    if (expect_)
      made.expect = [](void* self, const warpmark_point* at, const warpmark_arrays* in,
                       const warpmark_arrays* out, warpmark_error* error) {
        return detail::guarded(error, [&] {
          static_cast<family*>(self)->expect_(point(*at), arrays(*in), arrays(*out));
        });
      };
    if (check_)
      made.check = [](void* self, const warpmark_point* at, const warpmark_arrays* in,
                      const warpmark_array* out, warpmark_error* error) {
        return detail::guarded(
            error, [&] { static_cast<family*>(self)->check_(point(*at), arrays(*in), *out); });
      };
    if (bytes_)
      made.bytes = [](void* self, const warpmark_point* at) -> std::uint64_t {
        return count_of(static_cast<family*>(self)->bytes_, at);
      };
    if (operations_)
      made.operations = [](void* self, const warpmark_point* at) -> std::uint64_t {
        return count_of(static_cast<family*>(self)->operations_, at);
      };
    return made;
  }

 private:
  static std::uint64_t count_of(const std::function<std::uint64_t(const point&)>& of,
                                const warpmark_point* at) {
    std::uint64_t result = 0;
    detail::guarded(nullptr, [&] { result = of(point(*at)); });
    return result;
  }

  std::deque<bench::variant>* variants_;
  warpmark_traffic traffic_ = warpmark_copy;
  warpmark_verification verification_ = warpmark_by_expect;
  std::string reference_;
  std::function<void(const point&, std::uint64_t, const warpmark_array&)> fill_;
  std::function<void(const point&, const arrays&, const arrays&)> expect_;
  std::function<void(const point&, const arrays&, const warpmark_array&)> check_;
  std::function<std::uint64_t(const point&)> bytes_, operations_;
};

/// What a plugin has.
class plugin {
 public:
  plugin() = default;
  plugin(const plugin&) = delete;
  plugin& operator=(const plugin&) = delete;

  plugin& name(std::string text) {
    name_ = std::move(text);
    return *this;
  }

  bench::family& family(std::string name) {
    return families_.emplace_back(std::move(name), variants_);
  }

  /// A variant of one of warpmark's own families, such as "reduce", whose inputs and oracle it
  /// gets.
  bench::variant& variant(std::string family, std::string name) {
    return variants_.emplace_back(std::move(family), std::move(name));
  }

  /// Called once, when all has been added.
  const warpmark_plugin* raw() {
    for (bench::family& one : families_) raw_families_.push_back(one.raw());
    for (bench::variant& one : variants_) raw_variants_.push_back(one.raw());
    raw_ = {};
    raw_.struct_bytes = sizeof raw_;
    raw_.abi = WARPMARK_PLUGIN_ABI;
    raw_.name = name_.c_str();
    raw_.families = raw_families_.data();
    raw_.family_count = raw_families_.size();
    raw_.variants = raw_variants_.data();
    raw_.variant_count = raw_variants_.size();
    return &raw_;
  }

 private:
  std::string name_;
  std::deque<bench::variant> variants_;
  std::deque<bench::family> families_;
  std::vector<warpmark_family> raw_families_;
  std::vector<warpmark_variant> raw_variants_;
  warpmark_plugin raw_{};
};

/// Throws std::runtime_error with the call and the code unless that is 0: for results of CUDA's
/// libraries.
template <class Code>
void require(Code code, const char* call) {
  if (static_cast<long long>(code) != 0)
    throw std::runtime_error(std::string(call) + ": error " +
                             std::to_string(static_cast<long long>(code)));
}

}  // namespace warpmark::bench

/// Defines the plugin of a shared library, once: WARPMARK_PLUGIN(plugin) { plugin.family("sum"); …
/// }
#define WARPMARK_PLUGIN(parameter)                                         \
  static void warpmark_define_plugin(::warpmark::bench::plugin&);          \
  extern "C" __attribute__((visibility("default"))) const warpmark_plugin* \
  warpmark_plugin_describe(warpmark_error* error) {                        \
    static ::warpmark::bench::plugin made;                                 \
    static const warpmark_plugin* raw = nullptr;                           \
    if (raw == nullptr && ::warpmark::bench::detail::guarded(error, [] {   \
                            warpmark_define_plugin(made);                  \
                            raw = made.raw();                              \
                          }) != 0)                                         \
      return nullptr;                                                      \
    return raw;                                                            \
  }                                                                        \
  static void warpmark_define_plugin(::warpmark::bench::plugin& parameter)
