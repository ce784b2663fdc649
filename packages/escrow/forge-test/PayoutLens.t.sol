// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, NATIVE_TOKEN} from "../contracts/EscrowTypes.sol";
import {PayoutLens} from "../contracts/PayoutLens.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {BlacklistToken} from "./support/Tokens.sol";

/// @dev Takes the native token once, and refuses it afterwards.
contract TakesOnce {
    bool private _isPaid;

    receive() external payable {
        require(!_isPaid, "paid before");
        _isPaid = true;
    }
}

/// @dev Uses a lot of gas when it is paid.
contract BurnsGas {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}

/// @dev Answers a transfer with the given number of bytes. All of them have the value of the last byte of `true`.
contract AnswersOddly {
    uint256 private immutable LENGTH;
    uint256 private immutable WORD;

    constructor(uint256 length, uint256 word) {
        (LENGTH, WORD) = (length, word);
    }

    fallback() external {
        (uint256 length, uint256 word) = (LENGTH, WORD);
        assembly {
            mstore(0, word)
            return(0, length)
        }
    }
}

contract PayoutLensTest is EscrowTest {
    uint256 private constant PAYOUT_GAS = 100_000;

    PayoutLens private immutable LENS = new PayoutLens();

    /// @dev Makes a funded vault whose code delegates to the lens.
    function _payout(address asset, address to) private returns (PayoutLens.Payout memory payout) {
        payout = PayoutLens.Payout({vault: address(uint160(uint256(keccak256(abi.encode(asset, to))))), token: asset, to: to, amount: AMOUNT});
        vm.etch(payout.vault, abi.encodePacked(hex"363d3d373d3d3d363d73", address(LENS), hex"5af43d82803e903d91602b57fd5bf3"));
        vm.deal(payout.vault, AMOUNT);
        token.mint(payout.vault, AMOUNT);
    }

    function _list(PayoutLens.Payout memory one) private pure returns (PayoutLens.Payout[] memory list) {
        list = new PayoutLens.Payout[](1);
        list[0] = one;
    }

    function _tryOne(PayoutLens.Payout memory one) private returns (bool) {
        return LENS.tryAll(_list(one), PAYOUT_GAS)[0];
    }

    function test_says_whatPays_andUndoesIt() public {
        PayoutLens.Payout memory one = _payout(address(token), RECIPIENT);
        vm.assertTrue(_tryOne(one), "a token");
        vm.assertTrue(_tryOne(_payout(NATIVE_TOKEN, RECIPIENT)), "the native token");
        vm.assertEq(token.balanceOf(one.vault), AMOUNT, "undone");
        vm.assertEq(token.balanceOf(RECIPIENT), 0, "undone");
    }

    function test_doesNotSayThatItPays_whatCannot() public {
        PayoutLens.Payout memory poor = _payout(address(token), RECIPIENT);
        poor.amount += 1;
        vm.assertFalse(_tryOne(poor), "too little money");
        poor = _payout(NATIVE_TOKEN, RECIPIENT);
        poor.amount += 1;
        vm.assertFalse(_tryOne(poor), "too little native money");
        vm.assertFalse(_tryOne(_payout(NATIVE_TOKEN, address(new BurnsGas()))), "too much gas");
        BlacklistToken blacklist = new BlacklistToken();
        PayoutLens.Payout memory blocked = _payout(address(blacklist), RECIPIENT);
        blacklist.mint(blocked.vault, AMOUNT);
        vm.assertTrue(_tryOne(blocked), "it pays");
        blacklist.setBlocked(RECIPIENT, true);
        vm.assertFalse(_tryOne(blocked), "a blocked payee");
    }

    function test_reads_theTokensAnswer() public {
        vm.assertTrue(_tryOne(_payout(address(new AnswersOddly(0, 0)), RECIPIENT)), "nothing");
        vm.assertTrue(_tryOne(_payout(address(new AnswersOddly(32, 1)), RECIPIENT)), "true");
        vm.assertTrue(_tryOne(_payout(address(new AnswersOddly(64, 1)), RECIPIENT)), "true and more");
        vm.assertFalse(_tryOne(_payout(address(new AnswersOddly(32, 0)), RECIPIENT)), "false");
        vm.assertFalse(_tryOne(_payout(address(new AnswersOddly(32, 2)), RECIPIENT)), "neither");
        vm.assertFalse(_tryOne(_payout(address(new AnswersOddly(31, 1)), RECIPIENT)), "too short");
    }

    function test_tries_eachByItself() public {
        address once = address(new TakesOnce());
        PayoutLens.Payout[] memory list = new PayoutLens.Payout[](3);
        list[0] = _payout(NATIVE_TOKEN, once);
        list[1] = _payout(NATIVE_TOKEN, address(new BurnsGas()));
        list[2] = list[0];
        bool[] memory doPay = LENS.tryAll(list, PAYOUT_GAS);
        vm.assertTrue(doPay[0] && !doPay[1] && doPay[2], "each");
    }

    function test_saysNothing_whereItDoesNotStand() public {
        PayoutLens.Payout memory one = _payout(address(token), RECIPIENT);
        vm.etch(one.vault, "");
        vm.assertFalse(_tryOne(one), "no code");
        EscrowTerms memory terms = _terms();
        _open(terms);
        one.vault = registry.vaultAddress(terms);
        vm.assertFalse(_tryOne(one), "a vault");
    }

    function test_saysNothing_withTooLittleGasToTry() public {
        PayoutLens.Payout memory one = _payout(address(token), RECIPIENT);
        vm.assertFalse(LENS.tryAll{gas: PAYOUT_GAS + 40_000}(_list(one), PAYOUT_GAS)[0], "too little");
        vm.assertTrue(LENS.tryAll{gas: PAYOUT_GAS + 60_000}(_list(one), PAYOUT_GAS)[0], "enough");
    }
}
