// The circuit of an output. From the packet that opens the circuit to the packet that closes it, or
// until a refusal comes back, this module holds the grant for one input ("a flip-flop to
// hold/release the grant": sections III of the papers QM and IV of CL, docs/papers.md). If a packet
// that opens a circuit may wait for other circuits, a second flip-flop is set when a packet has
// passed on the circuit. Until then the opening packet may still wait at a later router, and the
// circuit excludes no other packets.
//
// The first packet that the circuit keeps off a link is reported to the initiator, once for each
// circuit: a flip-flop is set when the report has left.
module circuit (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [noc::INPUTS-1:0] passing,  // the input whose packet passes in this cycle
    input  logic                   opens,    // the passing packet opens a circuit
    input  logic                   closes,   // the passing packet closes its circuit
    input  logic                   refused,  // the circuit has met another one at a later router
    input  logic                   keeps_off, // the held circuit keeps a packet off the link
    input  logic                   needed,   // the circuit keeps a packet off a link further on
    output logic                   held,
    output logic [noc::INPUTS-1:0] holder,
    output logic                   complete, // the circuit is held and may exclude packets
    output logic [noc::INPUTS-1:0] relayed,  // a refusal goes to the sender at this input
    output logic [noc::INPUTS-1:0] reported  // that the circuit is needed goes to this sender
);
  logic told, will_be_told, reports, relays_report, report;
  // The holder changes only after its last report has left.
  assign reported = report ? holder : '0;
  logic will_hold;
  logic [noc::INPUTS-1:0] next_holder;
  always_comb begin
    will_hold   = held;
    next_holder = holder;
    if (opens) begin
      will_hold   = 1'b1;
      next_holder = passing;
    end else if (closes) will_hold = 1'b0;
  end
  always_comb begin
    reports       = !told && keeps_off;
    will_be_told  = (told && !opens) || reports;
    relays_report = needed && will_hold && !refused && !will_be_told;
  end
  always_ff @(posedge clock) begin
    if (reset) begin
      held    <= 1'b0;
      holder  <= '0;
      relayed <= '0;
      told    <= 1'b0;
      report  <= 1'b0;
    end else begin
      held    <= will_hold && !refused;
      holder  <= next_holder;
      relayed <= refused && will_hold ? next_holder : '0;
      told    <= will_be_told || relays_report;
      report  <= reports || relays_report;
    end
  end

  generate
    if (noc::QUEUE != 0) begin : gen_queue
      always_ff @(posedge clock) begin
        if (reset) complete <= 1'b0;
        else complete <= will_hold && !opens && (complete || passing != 0);
      end
    end else begin : gen_at_once
      assign complete = held;
    end
  endgenerate
endmodule
